package dev.headroom.congestion.uet;

import dev.headroom.congestion.ControlConfig;
import dev.headroom.congestion.ControlType;
import dev.headroom.congestion.ControllerFactory;
import dev.headroom.unit.Keyword;
import dev.headroom.unit.setting.Setting;

/** Version of NSCC that runs. */
public enum NsccVersion implements Keyword {
  /** That of the specification: {@link Nscc}. */
  SPECIFICATION,
  /** {@link NsccDraft.Edition#SCALED}. */
  DRAFT,
  /** {@link NsccDraft.Edition#EARLY}. */
  EARLY_DRAFT;

  /**
   * What a scenario says of it.
   *
   * @param edition the one that runs
   */
  public record Choice(
      @Setting(
              key = "congestion.nscc.edition",
              fallback = "specification",
              means = "edition: the specification, 1.0, or one of two drafts behind published runs",
              source =
                  "uet-htsim, uec.cpp; early-draft: until 28 July 2024, commit 228493d; draft: the day after, 9cfe344")
          NsccVersion edition) {}

  /** Makes controllers of the edition that is chosen. */
  public static ControllerFactory factory(ControlConfig controlConfig) {
    return switch (controlConfig.settings(Choice.class).edition()) {
      case SPECIFICATION ->
          ControlType.each(Nscc.Settings.class, Nscc::new, Nscc.Companion.NONE)
              .factory(controlConfig);
      case DRAFT -> draft(NsccDraft.Edition.SCALED).factory(controlConfig);
      case EARLY_DRAFT -> draft(NsccDraft.Edition.EARLY).factory(controlConfig);
    };
  }

  private static ControlType.Maker draft(NsccDraft.Edition edition) {
    return ControlType.each(NsccDraft.Settings.class, NsccDraft::new, edition);
  }
}

package dev.headroom.congestion.uet;

import dev.headroom.congestion.Chosen;
import dev.headroom.congestion.ControlType;
import dev.headroom.congestion.ControllerFactory;
import dev.headroom.unit.Word;
import dev.headroom.unit.setting.Setting;

/** Version of NSCC that runs. */
public enum NsccEdition implements Word {
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
              means =
                  "that of the specification, 1.0, or one of two drafts, with which runs were published",
              source =
                  "uet-htsim, uec.cpp; early-draft: until 28 July 2024, commit 228493d; draft: the day after, 9cfe344")
          NsccEdition edition) {}

  /** Makes controllers of the edition that is chosen. */
  public static ControllerFactory factory(Chosen chosen) {
    return switch (chosen.settings(Choice.class).edition()) {
      case SPECIFICATION ->
          ControlType.each(Nscc.Settings.class, Nscc::new, Nscc.Companion.NONE).factory(chosen);
      case DRAFT -> draft(NsccDraft.Edition.SCALED).factory(chosen);
      case EARLY_DRAFT -> draft(NsccDraft.Edition.EARLY).factory(chosen);
    };
  }

  private static ControlType.Maker draft(NsccDraft.Edition edition) {
    return ControlType.each(NsccDraft.Settings.class, NsccDraft::new, edition);
  }
}

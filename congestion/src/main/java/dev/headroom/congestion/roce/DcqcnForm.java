package dev.headroom.congestion.roce;

import dev.headroom.congestion.Chosen;
import dev.headroom.congestion.ControlType;
import dev.headroom.congestion.Controller;
import dev.headroom.congestion.ControllerFactory;
import dev.headroom.congestion.EventOrder;
import dev.headroom.unit.Word;
import dev.headroom.unit.setting.Setting;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Variant of DCQCN that runs. */
public enum DcqcnForm implements Word {
  /** {@link DcqcnVendor}. */
  VENDOR,
  /** {@link DcqcnPaper}. */
  PAPER;

  /**
   * What a scenario says of it.
   *
   * @param form the one that runs
   */
  public record Choice(
      @Setting(
              key = "congestion.form",
              fallback = "vendor",
              means = "which DCQCN: NVIDIA's firmware or the paper's",
              source =
                  "paper: Zhu et al., SIGCOMM 2015; vendor: rdma-hw.cc of the HPCC simulator, which follows NVIDIA's firmware")
          DcqcnForm form) {}

  /** Makes controllers of the form that is chosen. */
  public static ControllerFactory factory(Chosen chosen) {
    return chosen.settings(Choice.class).form() == PAPER
        ? ControlType.each(
                DcqcnParameters.class, (settings, path) -> new DcqcnPaper(settings, path.lineBps()))
            .factory(chosen)
        : vendor(chosen);
  }

  private static ControllerFactory vendor(Chosen chosen) {
    Map<Long, DcqcnParameters> byLine = new ConcurrentHashMap<>();
    return new ControllerFactory() {
      @Override
      public Controller make(long lineBps) {
        return new DcqcnVendor(of(lineBps), lineBps);
      }

      @Override
      public Controller make(long lineBps, EventOrder order) {
        return new DcqcnVendor(of(lineBps), lineBps, Optional.of(order));
      }

      private DcqcnParameters of(long lineBps) {
        return byLine.computeIfAbsent(
            lineBps, line -> chosen.settings(DcqcnParameters.class, chosen.path(line)));
      }
    };
  }
}

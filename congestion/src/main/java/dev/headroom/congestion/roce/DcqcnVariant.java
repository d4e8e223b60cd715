package dev.headroom.congestion.roce;

import dev.headroom.congestion.ControlConfig;
import dev.headroom.congestion.ControlType;
import dev.headroom.congestion.Controller;
import dev.headroom.congestion.ControllerFactory;
import dev.headroom.congestion.EventOrder;
import dev.headroom.unit.Keyword;
import dev.headroom.unit.setting.Setting;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Variant of DCQCN that runs. */
public enum DcqcnVariant implements Keyword {
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
              means = "DCQCN variant: NVIDIA's firmware or the paper",
              source =
                  "paper: Zhu et al., SIGCOMM 2015; vendor: rdma-hw.cc of the HPCC simulator, which follows NVIDIA's firmware")
          DcqcnVariant form) {}

  /** Makes controllers of the form that is chosen. */
  public static ControllerFactory factory(ControlConfig controlConfig) {
    return controlConfig.settings(Choice.class).form() == PAPER
        ? ControlType.each(
                DcqcnParameters.class, (settings, path) -> new DcqcnPaper(settings, path.lineBps()))
            .factory(controlConfig)
        : vendor(controlConfig);
  }

  private static ControllerFactory vendor(ControlConfig controlConfig) {
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
            lineBps,
            line -> controlConfig.settings(DcqcnParameters.class, controlConfig.path(line)));
      }
    };
  }
}

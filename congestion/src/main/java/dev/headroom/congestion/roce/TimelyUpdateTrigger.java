package dev.headroom.congestion.roce;

import dev.headroom.congestion.ControlConfig;
import dev.headroom.congestion.ControlType;
import dev.headroom.congestion.Controller;
import dev.headroom.congestion.ControllerFactory;
import dev.headroom.congestion.Path;
import dev.headroom.unit.Keyword;
import dev.headroom.unit.setting.Setting;
import java.util.function.BiFunction;

/** Trigger of TIMELY's rate updates: a completed segment or a round trip. */
public enum TimelyUpdateTrigger implements Keyword {
  /** After each segment: {@link Timely}. */
  SEGMENT,
  /** Once a round trip: {@link TimelyPerRtt}. */
  ROUND_TRIP;

  /**
   * What a scenario says of it.
   *
   * @param completion the one that counts
   */
  public record Choice(
      @Setting(
              key = "congestion.timely.completion",
              fallback = "segment",
              means =
                  "time of a rate update: after each segment, or once per round trip; "
                      + "patched uses segment",
              source =
                  "segment: TIMELY, SIGCOMM 2015; round-trip: rdma-hw.cc of the HPCC simulator, mode 7")
          TimelyUpdateTrigger completion) {}

  /** Makes controllers of the form that is chosen. */
  public static ControllerFactory factory(ControlConfig controlConfig) {
    BiFunction<TimelySettings, Path, Controller> make =
        controlConfig.settings(Choice.class).completion() == SEGMENT
            ? Timely::new
            : TimelyPerRtt::new;
    return ControlType.each(TimelySettings.class, make, TimelyVariant.PUBLISHED)
        .factory(controlConfig);
  }
}

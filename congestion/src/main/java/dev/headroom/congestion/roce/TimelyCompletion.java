package dev.headroom.congestion.roce;

import dev.headroom.congestion.Chosen;
import dev.headroom.congestion.ControlType;
import dev.headroom.congestion.Controller;
import dev.headroom.congestion.ControllerFactory;
import dev.headroom.congestion.Path;
import dev.headroom.unit.Word;
import dev.headroom.unit.setting.Setting;
import java.util.function.BiFunction;

/** Trigger of TIMELY's rate updates: a completed segment or a round trip. */
public enum TimelyCompletion implements Word {
  /** After each segment: {@link Timely}. */
  SEGMENT,
  /** Once a round trip: {@link TimelyRounds}. */
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
                  "when the rate is updated: after each segment, or once a round trip; patched: segment",
              source =
                  "segment: TIMELY, SIGCOMM 2015; round-trip: rdma-hw.cc of the HPCC simulator, mode 7")
          TimelyCompletion completion) {}

  /** Makes controllers of the form that is chosen. */
  public static ControllerFactory factory(Chosen chosen) {
    BiFunction<TimelySettings, Path, Controller> make =
        chosen.settings(Choice.class).completion() == SEGMENT ? Timely::new : TimelyRounds::new;
    return ControlType.each(TimelySettings.class, make, TimelyForm.PUBLISHED).factory(chosen);
  }
}

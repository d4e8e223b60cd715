package dev.headroom.sim.fabric;

import dev.headroom.model.choice.WatchdogAction;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.WatchdogKnobs;
import dev.headroom.unit.Time;
import java.util.Optional;

/**
 * Settings of the PFC watchdog of a switch.
 *
 * @param forwards whether it sends what is paused for too long; else it drops it
 * @param detectionPs how long a queue is stuck before it acts
 * @param restorationPs how long no pause must come before it lets go
 * @param pollPs how often it looks
 */
public record WatchdogSettings(
    boolean forwards, long detectionPs, long restorationPs, long pollPs) {

  public static Optional<WatchdogSettings> of(Settings settings) {
    WatchdogAction action = settings.get(WatchdogKnobs.ACTION);
    if (action == WatchdogAction.OFF) {
      return Optional.empty();
    }
    long detection = settings.get(WatchdogKnobs.DETECTION).ps();
    return Optional.of(
        new WatchdogSettings(
            action == WatchdogAction.FORWARD,
            detection,
            settings.find(WatchdogKnobs.RESTORATION).map(Time::ps).orElse(2 * detection),
            settings.find(WatchdogKnobs.POLL).map(Time::ps).orElse(detection)));
  }
}

package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.choice;

import dev.headroom.model.choice.WatchdogAction;
import dev.headroom.unit.Time;

/** Knobs of the PFC watchdog of switches, as SONiC has it. */
public final class WatchdogKnobs {
  private WatchdogKnobs() {}

  public static final Knob<WatchdogAction> ACTION =
      Knob.of(
              "pfc.watchdog.action",
              choice(WatchdogAction.class),
              "off",
              "action for a queue that is paused for too long (PFC storm): drop its packets "
                  + "and packets to and from it; or forward despite the pause")
          .from("SONiC, PFC watchdog; most systems disable it by default")
          .real("SONiC CONFIG_DB PFC_WD action; config pfcwd start --action");
  public static final Knob<Time> DETECTION =
      Knob.of(
              "pfc.watchdog.detectionTime",
              TIME,
              "200ms",
              "detection time: a paused queue with packets that sends none for this time is "
                  + "in a PFC storm")
          .within("1us", "1000s")
          .from("SONiC, config pfcwd start_default: 200 ms")
          .real("SONiC CONFIG_DB PFC_WD detection_time");
  public static final Knob<Time> RESTORATION =
      Knob.derived(
              "pfc.watchdog.restorationTime",
              TIME,
              "twice pfc.watchdog.detectionTime",
              "restoration time: a queue without pauses for this time returns to normal")
          .within("1us", "1000s")
          .from("SONiC, config pfcwd start: twice the detection time; start_default takes 200 ms")
          .real("SONiC CONFIG_DB PFC_WD restoration_time");
  public static final Knob<Time> POLL =
      Knob.derived(
              "pfc.watchdog.pollInterval",
              TIME,
              "pfc.watchdog.detectionTime",
              "polling interval of the watchdog")
          .within("1us", "1000s")
          .from("SONiC, config pfcwd interval: 200 ms, like the detection time")
          .real("SONiC CONFIG_DB PFC_WD GLOBAL POLL_INTERVAL");
}

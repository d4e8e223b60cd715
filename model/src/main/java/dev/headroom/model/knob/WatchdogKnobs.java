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
              "what a switch does with a queue that is paused for too long: drop what is in it and what"
                  + " comes for it or from there; or send although it is paused")
          .from("SONiC, PFC watchdog; most systems come with it off")
          .real("SONiC CONFIG_DB PFC_WD action; config pfcwd start --action");
  public static final Knob<Time> DETECTION =
      Knob.of(
              "pfc.watchdog.detectionTime",
              TIME,
              "200ms",
              "a queue has packets, is paused and sends none for so long: it is stormed at")
          .within("1us", "1000s")
          .from("SONiC, config pfcwd start_default: 200 ms")
          .real("SONiC CONFIG_DB PFC_WD detection_time");
  public static final Knob<Time> RESTORATION =
      Knob.derived(
              "pfc.watchdog.restorationTime",
              TIME,
              "twice pfc.watchdog.detectionTime",
              "no pause comes for so long: the queue is as before")
          .within("1us", "1000s")
          .from("SONiC, config pfcwd start: twice the detection time; start_default takes 200 ms")
          .real("SONiC CONFIG_DB PFC_WD restoration_time");
  public static final Knob<Time> POLL =
      Knob.derived(
              "pfc.watchdog.pollInterval",
              TIME,
              "pfc.watchdog.detectionTime",
              "how often the watchdog looks")
          .within("1us", "1000s")
          .from("SONiC, config pfcwd interval: 200 ms, like the detection time")
          .real("SONiC CONFIG_DB PFC_WD GLOBAL POLL_INTERVAL");
}

package dev.headroom.sim.pfc;

import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.sim.fabric.ClassQueue;
import dev.headroom.sim.fabric.EventKind;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.fabric.WatchdogSettings;
import dev.headroom.sim.measure.WatchdogEvent;
import java.util.ArrayList;
import java.util.List;

/**
 * PFC watchdog of the lossless queues of one port of a switch, as SONiC's ({@code
 * pfc_detect_broadcom.lua}, {@code pfc_restore.lua}): it polls, and assumes that a state seen in
 * two successive polls held all the time between them.
 *
 * <p>A queue that has packets, is paused and has sent none from poll to poll is stuck; after {@code
 * detectionPs} of that the watchdog acts, so between that and one poll more after the pause began.
 * It lets go when no pause has come for {@code restorationPs}. Polls are at multiples of {@code
 * pollPs}, but none takes place while no class of the port is paused.
 */
public final class PfcPortWatchdog {
  private final Port port;
  private final WatchdogSettings settings;
  private final Watch[] watches = new Watch[ClassSchedule.CLASSES];
  private final List<WatchdogEvent> actions = new ArrayList<>(0);
  private boolean polling;

  /** What it knows of one class. */
  private static final class Watch {
    /** Packets sent by the last poll, or -1 if the queue was not stuck then. */
    long packets = -1;

    long stuckPs;
    long quietPs;

    /** Since when it acts, or -1. */
    long activeSincePs = -1;

    long pausedSincePs;
  }

  PfcPortWatchdog(Port port, WatchdogSettings settings) {
    this.port = port;
    this.settings = settings;
    for (int c = 0; c < watches.length; c++) {
      watches[c] = new Watch();
    }
  }

  /** A class was paused. */
  void paused(long nowPs) {
    if (!polling) {
      polling = true;
      long next = (nowPs / settings.pollPs() + 1) * settings.pollPs();
      port.events.schedule(next, EventKind.WATCHDOG, port.id);
    }
  }

  void poll(long nowPs) {
    port.link.pauses.expire(nowPs);
    boolean again = false;
    for (int mask = port.settings.pauses().lossless(); mask != 0; mask &= mask - 1) {
      ClassQueue classQueue = port.classQueueIfUsed(Integer.numberOfTrailingZeros(mask));
      if (classQueue != null) {
        again |= poll(classQueue, watches[classQueue.priority], nowPs);
      }
    }
    polling = again;
    if (again) {
      port.events.schedule(nowPs + settings.pollPs(), EventKind.WATCHDOG, port.id);
    }
  }

  /** Looks at one class; returns whether to look again. */
  private boolean poll(ClassQueue classQueue, Watch watch, long nowPs) {
    if (watch.activeSincePs >= 0) {
      boolean quiet = !classQueue.record.hasXoff(classQueue, nowPs, nowPs - settings.pollPs());
      watch.quietPs = quiet ? watch.quietPs + settings.pollPs() : 0;
      if (watch.quietPs >= settings.restorationPs()) {
        restore(classQueue, watch, nowPs);
      }
      return true;
    }
    boolean stuck = classQueue.paused && classQueue.head != null;
    watch.stuckPs =
        stuck && classQueue.packets == watch.packets ? watch.stuckPs + settings.pollPs() : 0;
    watch.packets = stuck ? classQueue.packets : -1;
    if (watch.stuckPs >= settings.detectionPs()) {
      act(classQueue, watch, nowPs);
    }
    return classQueue.paused || watch.activeSincePs >= 0;
  }

  private void act(ClassQueue classQueue, Watch watch, long nowPs) {
    watch.activeSincePs = nowPs;
    watch.pausedSincePs = classQueue.record.pausedSincePs();
    watch.quietPs = 0;
    watch.stuckPs = 0;
    watch.packets = -1;
    if (settings.forwards()) {
      port.link.ignorePauses(classQueue, nowPs);
    } else {
      port.link.blockClass(classQueue, nowPs);
    }
  }

  private void restore(ClassQueue classQueue, Watch watch, long nowPs) {
    actions.add(action(classQueue, watch, nowPs));
    watch.activeSincePs = -1;
    if (settings.forwards()) {
      port.link.honorPauses(classQueue);
    } else {
      port.link.unblockClass(classQueue);
    }
  }

  private WatchdogEvent action(ClassQueue classQueue, Watch watch, long restoredPs) {
    return new WatchdogEvent(
        port.device.node,
        port.number(),
        port.peer().device.node,
        classQueue.priority,
        watch.pausedSincePs,
        watch.activeSincePs,
        restoredPs);
  }

  /** All that it has done, what goes on at the end of the run included. */
  void collect(List<WatchdogEvent> into) {
    into.addAll(actions);
    for (int c = 0; c < watches.length; c++) {
      ClassQueue classQueue = port.classQueueIfUsed(c);
      if (classQueue != null && watches[c].activeSincePs >= 0) {
        into.add(action(classQueue, watches[c], -1));
      }
    }
  }
}

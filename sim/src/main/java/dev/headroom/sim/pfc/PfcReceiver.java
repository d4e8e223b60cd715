package dev.headroom.sim.pfc;

import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.sim.fabric.ClassQueue;
import dev.headroom.sim.fabric.EventKind;
import dev.headroom.sim.fabric.PauseFifo;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.fabric.PortSettings;
import dev.headroom.sim.fabric.WatchdogSettings;
import dev.headroom.sim.kernel.EventQueue;
import dev.headroom.sim.measure.WatchdogEvent;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Receiver of priority flow control (IEEE 802.1Q clause 36): the PFC frames on their way to a port,
 * and the expiry of the pauses in force.
 */
public final class PfcReceiver {
  private final Port port;
  private final PauseFifo coming = new PauseFifo();
  private final @Nullable PfcPortWatchdog watchdog;

  /** The classes that a frame for a class stops, as bits; null where it is that one alone. */
  private int @Nullable [] stops;

  PfcReceiver(Port port, Optional<WatchdogSettings> watched) {
    this.port = port;
    watchdog = watched.map(own -> new PfcPortWatchdog(port, own)).orElse(null);
  }

  void stop(int[] classes) {
    stops = classes;
  }

  /** A frame is on its way here. */
  void enter(long effectPs, int priority, long quanta) {
    long ticket = port.events.ticket();
    if (coming.add(effectPs, priority, quanta, ticket)) {
      port.events.schedule(effectPs, EventKind.PAUSE, port.id, ticket);
    }
  }

  /** A frame that was sent from another partition: lost if the link has gone down since. */
  void enterFromAfar(long effectPs, int priority, long quanta) {
    if (!port.link.wasDownSince(effectPs - flightPs())) {
      enter(effectPs, priority, quanta);
    }
  }

  /** From the peer's decision to send a frame to its effect here. */
  long flightPs() {
    PortSettings sender = port.peer().settings;
    return sender.wire().holdPs(sender.pauses().frameBytes(), 0)
        - sender.wire().gapPs()
        + sender.link().propagationPs()
        + port.settings.pauses().responsePs();
  }

  /** A frame takes effect. */
  void arrive(long nowPs) {
    if (coming.isEmpty() || coming.effectPs() > nowPs) {
      return; // lost when the link went down
    }
    int priority = coming.priority();
    long quanta = coming.quanta();
    coming.remove();
    if (!coming.isEmpty()) {
      port.events.schedule(coming.effectPs(), EventKind.PAUSE, port.id, coming.ticket());
    }
    if (port.link.dropsPause()) {
      return;
    }
    PortSettings settings = port.settings;
    long cameAtPs = nowPs - settings.pauses().responsePs();
    port.partition.pauseLog.add(cameAtPs, port.device.node, port.number(), priority, quanta >= 0);
    port.device.pauseReceived(port, priority, quanta, cameAtPs);
    expire(nowPs);
    int mask = stops == null ? 1 << priority : stops[priority];
    for (; mask != 0; mask &= mask - 1) {
      take(port.lane(Integer.numberOfTrailingZeros(mask)), quanta, nowPs);
    }
  }

  private void take(ClassQueue classQueue, long quanta, long nowPs) {
    int priority = classQueue.priority;
    if (quanta >= 0) {
      long endPs = quanta == 0 ? EventQueue.NEVER : nowPs + port.settings.wire().quantaPs(quanta);
      pause(classQueue, nowPs, endPs);
    } else if (port.link.ignores(priority)) {
      classQueue.record.ignoredXoffReceived(nowPs);
    } else if (classQueue.paused) {
      port.setPaused(priority, false);
      classQueue.unpause(nowPs);
      port.trySend(nowPs);
    }
  }

  private void pause(ClassQueue classQueue, long nowPs, long endPs) {
    classQueue.record.xoffReceived(nowPs);
    if (port.link.ignores(classQueue.priority)) {
      classQueue.record.ignoredXoffReceived(endPs);
      return;
    }
    port.setPaused(classQueue.priority, true);
    classQueue.pause(nowPs, endPs);
    if (watchdog != null) {
      watchdog.paused(nowPs);
    }
  }

  /** The watchdog looks. */
  void poll(long nowPs) {
    if (watchdog != null) {
      watchdog.poll(nowPs);
    }
  }

  /** What the watchdog has done. */
  void collectActions(List<WatchdogEvent> into) {
    if (watchdog != null) {
      watchdog.collect(into);
    }
  }

  /** Ends the pauses whose time has run out. */
  void expire(long nowPs) {
    for (int mask = port.paused(); mask != 0; mask &= mask - 1) {
      ClassQueue classQueue = port.lane(Integer.numberOfTrailingZeros(mask));
      if (classQueue.record.untilPs() <= nowPs) {
        port.setPaused(classQueue.priority, false);
        classQueue.unpause(classQueue.record.untilPs());
      }
    }
  }

  /** When the first of the pauses in force runs out. */
  long earliestExpiryPs() {
    long earliest = EventQueue.NEVER;
    for (int mask = port.paused(); mask != 0; mask &= mask - 1) {
      ClassQueue classQueue = port.lane(Integer.numberOfTrailingZeros(mask));
      earliest = Math.min(earliest, classQueue.record.untilPs());
    }
    return earliest;
  }

  /** The link went down: frames on the wire are lost and pauses forgotten. */
  void cut(long nowPs) {
    coming.clear();
    for (int mask = port.paused(); mask != 0; mask &= mask - 1) {
      ClassQueue classQueue = port.lane(Integer.numberOfTrailingZeros(mask));
      port.setPaused(classQueue.priority, false);
      classQueue.unpause(nowPs);
    }
    for (int priority = 0; priority < ClassSchedule.CLASSES; priority++) {
      if (port.link.ignores(priority)) {
        port.lane(priority).record.ignoredXoffReceived(nowPs);
      }
    }
  }

  /** Whether an XON, or else an XOFF, for a class is on its way; for the books. */
  boolean isComing(int priority, boolean xon) {
    return coming.holds(priority, xon);
  }
}

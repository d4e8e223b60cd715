package dev.headroom.sim.fabric;

import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.sim.kernel.Agenda;
import org.jspecify.annotations.Nullable;

/**
 * The half of priority flow control that asks the peer to be silent (IEEE 802.1Q clause 36). Frames
 * go before all else; while a class holds its peer back it is said again after half of the pause
 * time.
 */
final class PfcInitiator {
  private final Port port;

  /**
   * Frames in the order in which they were asked for, each as it was then; null where a frame says
   * what holds when it is sent. HPCC's simulator queues them before all data.
   */
  private final @Nullable PauseFifo queue;

  private boolean refreshing;
  private long sentBytes;
  private long lastSentPs;

  PfcInitiator(Port port) {
    this.port = port;
    queue = port.home.ns3 == null ? null : new PauseFifo();
  }

  /** A frame is to say what holds now, after those that were asked for before. */
  void queue(Lane lane) {
    if (queue != null) {
      queue.add(0, lane.priority, lane.xoff ? 0 : -1);
    }
  }

  /** Which of the classes that are due is the next to be told about. */
  int first(int due) {
    return queue == null || queue.isEmpty() ? Integer.numberOfTrailingZeros(due) : queue.priority();
  }

  /** Bytes of the frames that were sent. */
  long sentBytes() {
    return sentBytes;
  }

  /** When the last of them was sent; 0: none was. */
  long lastSentPs() {
    return lastSentPs;
  }

  /** Whether a frame for a class is queued. */
  boolean isQueued(int priority) {
    return queue != null && (queue.holds(priority, true) || queue.holds(priority, false));
  }

  /** Whether the frame that is sent now for a class asks for silence. */
  private boolean asksForSilence(Lane lane) {
    if (queue == null || queue.isEmpty()) {
      return lane.xoff;
    }
    boolean silent = queue.quanta() >= 0;
    queue.remove();
    return silent;
  }

  /** Makes the frame for a class that has changed; returns how long it holds the transmitter. */
  long send(int priority, long nowPs) {
    PortSettings settings = port.settings;
    Agenda events = port.events;
    Lane lane = port.lane(priority);
    boolean silent = asksForSilence(lane);
    if (silent && !lane.record.xoffTold) {
      lane.record.xoffs++;
    }
    lane.record.xoffTold = silent;
    Port to = port.peer();
    long effectPs = nowPs + to.link.pfc.flightPs();
    long quanta = silent ? settings.pauses().quanta() : -1;
    port.device.pauseLeaves(port, priority, quanta, nowPs);
    if (to.home == port.home) {
      to.link.pfc.enter(effectPs, priority, quanta);
    } else {
      port.home.postPause(effectPs, priority, quanta, to);
    }
    if (silent && settings.pauses().quanta() > 0 && !refreshing) {
      refreshing = true;
      long halfPs = settings.wire().quantaPs(settings.pauses().quanta()) / 2;
      events.schedule(nowPs + halfPs, EventKind.REFRESH, port.id);
    }
    sentBytes += settings.pauses().frameBytes();
    lastSentPs = nowPs;
    return port.wire().holdPs(settings.pauses().frameBytes(), 0);
  }

  /** The device wants silence, or no longer. */
  void ask(Lane lane, boolean silent) {
    lane.record.wantsSilence = silent;
    lane.setXoff(silent || lane.record.storms);
  }

  /** Asks for silence in all lossless classes, whatever the device wants; or no longer. */
  void storm(boolean on, long nowPs) {
    for (int mask = port.settings.pauses().lossless(); mask != 0; mask &= mask - 1) {
      Lane lane = port.lane(Integer.numberOfTrailingZeros(mask));
      lane.record.storms = on;
      lane.setXoff(on || lane.record.wantsSilence);
      port.tellPeer(lane.priority, nowPs);
    }
  }

  /** Half of a pause time has run: say it again where it still holds. */
  void refresh(long nowPs) {
    refreshing = false;
    port.device.stillPauses(port, nowPs);
    for (int priority = 0; priority < ClassSchedule.CLASSES; priority++) {
      Lane lane = port.laneIfUsed(priority);
      if (lane != null && lane.xoff) {
        port.tellLater(1 << priority);
      }
    }
    if (port.hasToTell()) {
      port.kick(nowPs);
    }
  }

  /** The link went down: the peer forgets what it was asked. */
  void cut() {
    for (int priority = 0; priority < ClassSchedule.CLASSES; priority++) {
      Lane lane = port.laneIfUsed(priority);
      if (lane != null) {
        lane.record.xoffTold = false;
        lane.record.flapped = false;
      }
    }
  }

  /**
   * The link came up: the peer has forgotten what it was asked before. A MAC that comes up holds no
   * pause, while the request for one stands as long as its cause (so the Ethernet MACs that Intel
   * documents: an XOFF condition sends PFC frames for as long as it holds).
   */
  void tellAgain() {
    for (int priority = 0; priority < ClassSchedule.CLASSES; priority++) {
      Lane lane = port.laneIfUsed(priority);
      if (lane != null && lane.xoff) {
        port.tellLater(1 << priority);
        lane.record.flapped = true;
      }
    }
  }
}

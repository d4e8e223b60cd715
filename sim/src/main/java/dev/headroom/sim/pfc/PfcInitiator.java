package dev.headroom.sim.pfc;

import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.sim.fabric.ClassQueue;
import dev.headroom.sim.fabric.EventKind;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.fabric.PortSettings;
import dev.headroom.sim.kernel.DeviceEventQueue;

/**
 * Initiator of priority flow control, which sends PFC frames to the peer (IEEE 802.1Q clause 36).
 * Frames go before all else; while a class holds its peer back it is said again after half of the
 * pause time.
 */
public class PfcInitiator {
  private final Port port;
  private boolean refreshing;
  private long sentBytes;
  private long lastSentPs;

  public PfcInitiator(Port port) {
    this.port = port;
  }

  /** The state of a class changed, and the peer is to be told so. */
  protected void changed(ClassQueue classQueue) {}

  /** Which of the classes that are due, as bits, is the next to be told about. */
  protected int first(int due) {
    return Integer.numberOfTrailingZeros(due);
  }

  /** Whether there is more to tell of a class than what was just sent. */
  protected boolean hasMore(int priority) {
    return false;
  }

  /** Whether the frame that is sent now for a class asks for silence: it says what holds now. */
  protected boolean sendsXoff(ClassQueue classQueue) {
    return classQueue.xoff;
  }

  /** Bytes of the frames that were sent. */
  long sentBytes() {
    return sentBytes;
  }

  /** When the last of them was sent; 0: none was. */
  long lastSentPs() {
    return lastSentPs;
  }

  /** Makes the frame for a class that has changed; returns how long it holds the transmitter. */
  long send(int priority, long nowPs) {
    PortSettings settings = port.settings;
    DeviceEventQueue events = port.events;
    ClassQueue classQueue = port.lane(priority);
    boolean silent = sendsXoff(classQueue);
    if (silent && !classQueue.record.xoffSent) {
      classQueue.record.xoffs++;
    }
    classQueue.record.xoffSent = silent;
    Port to = port.peer();
    PfcReceiver peer = Pfc.of(to).receiver();
    long effectPs = nowPs + peer.flightPs();
    long quanta = silent ? settings.pauses().quanta() : -1;
    port.device.pauseSent(port, priority, quanta, nowPs);
    if (to.partition == port.partition) {
      peer.enter(effectPs, priority, quanta);
    } else {
      port.partition.postPause(effectPs, priority, quanta, to);
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
  void setXoff(ClassQueue classQueue, boolean silent) {
    classQueue.record.wantsXoff = silent;
    classQueue.setXoff(silent || classQueue.record.sendsPauseStorm);
  }

  /** Asks for silence in all lossless classes, whatever the device wants; or no longer. */
  void storm(boolean on, long nowPs) {
    for (int mask = port.settings.pauses().lossless(); mask != 0; mask &= mask - 1) {
      ClassQueue classQueue = port.lane(Integer.numberOfTrailingZeros(mask));
      classQueue.record.sendsPauseStorm = on;
      classQueue.setXoff(on || classQueue.record.wantsXoff);
      port.sendFlowControl(classQueue.priority, nowPs);
    }
  }

  /** Half of a pause time has run: say it again where it still holds. */
  void refresh(long nowPs) {
    refreshing = false;
    port.device.pauseRefreshDue(port, nowPs);
    for (int priority = 0; priority < ClassSchedule.CLASSES; priority++) {
      ClassQueue classQueue = port.classQueueIfUsed(priority);
      if (classQueue != null && classQueue.xoff) {
        port.queueFlowControlOf(1 << priority);
      }
    }
    if (port.hasPendingFlowControl()) {
      port.trySend(nowPs);
    }
  }

  /** The link went down: the peer forgets what it was asked. */
  void cut() {
    for (int priority = 0; priority < ClassSchedule.CLASSES; priority++) {
      ClassQueue classQueue = port.classQueueIfUsed(priority);
      if (classQueue != null) {
        classQueue.record.xoffSent = false;
        classQueue.record.flapped = false;
      }
    }
  }

  /**
   * The link came up: the peer has forgotten what it was asked before. A MAC that comes up holds no
   * pause, while the request for one stands as long as its cause (so the Ethernet MACs that Intel
   * documents: an XOFF condition sends PFC frames for as long as it holds).
   */
  void restart() {
    for (int priority = 0; priority < ClassSchedule.CLASSES; priority++) {
      ClassQueue classQueue = port.classQueueIfUsed(priority);
      if (classQueue != null && classQueue.xoff) {
        port.queueFlowControlOf(1 << priority);
        classQueue.record.flapped = true;
      }
    }
  }
}

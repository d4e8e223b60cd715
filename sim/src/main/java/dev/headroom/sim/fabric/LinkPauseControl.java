package dev.headroom.sim.fabric;

import dev.headroom.sim.measure.WatchdogEvent;
import java.util.List;

/**
 * Flow control of a link by pauses. Each port has it, one under credits too: there it sends and
 * receives nothing, and only says which class is the next that the peer has to be told about.
 */
public interface LinkPauseControl extends LinkFlowControl {
  /** Which of the classes that are due, as bits, is the next to be told about. */
  int first(int due);

  /** The state of a class changed, and its peer is to be told so. */
  void changed(ClassQueue classQueue);

  /** Bytes of the frames that were sent. */
  long sentBytes();

  /** When the last of them was sent; 0: none was. */
  long lastSentPs();

  /** Whether there is more to tell of a class than what was just sent. */
  boolean hasMore(int priority);

  /** Sets whether the peer is paused in a class, and sends XOFF or XON. */
  void setXoff(ClassQueue classQueue, boolean xoff);

  /** Starts or ends a PFC storm: XOFF in all lossless classes, whatever the buffers hold. */
  void storm(boolean on, long nowPs);

  /** Repeats XOFF if the pause of a class would expire. */
  void refresh(long nowPs);

  /** Ends the pauses that have expired. */
  void expire(long nowPs);

  /** Time at which the first pause in force expires. */
  long earliestExpiryPs();

  /**
   * Sets which classes a pause of a class stops.
   *
   * @param classes by the class of the frame, as bits
   */
  void setStoppedClasses(int[] classes);

  /** The watchdog looks after paused queues. */
  void poll(long nowPs);

  /** What the watchdog has done. */
  void collectActions(List<WatchdogEvent> into);

  /** Whether an XON, or else an XOFF, for a class is on its way here; for the books. */
  boolean isComing(int priority, boolean xon);
}

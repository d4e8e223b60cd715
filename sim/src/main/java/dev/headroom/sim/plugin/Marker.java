package dev.headroom.sim.plugin;

/**
 * Marker of one queue, which decides which data packets are marked (CE). One object is one queue's:
 * that of a class at a port of a switch. It is asked when a packet comes and again when it leaves,
 * and overrides what it wants to be asked; a packet is marked if either says so. What was marked
 * before stays marked.
 *
 * <p>Answers (ACK, NAK, CNP) and READ requests are not asked about, nor are the classes and ports
 * that set no marks. Times are picoseconds from the start of the run and never go back. It must ask
 * no clock and draw random numbers from {@link QueueView#draw} alone, or runs with one seed would
 * differ.
 */
public abstract class Marker {
  /**
   * A packet is about to be queued; the queue does not count it yet.
   *
   * @param packet valid during the call only
   */
  public boolean marksComing(DataPacket packet, long nowPs) {
    return false;
  }

  /**
   * A packet leaves; the queue does not count it any more.
   *
   * @param packet valid during the call only
   * @param waitedPs how long it was in the queue: since its header came, or its last bit where
   *     switches admit packets then
   */
  public boolean marksLeaving(DataPacket packet, long waitedPs, long nowPs) {
    return false;
  }
}

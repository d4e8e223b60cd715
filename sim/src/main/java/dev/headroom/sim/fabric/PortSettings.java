package dev.headroom.sim.fabric;

import dev.headroom.model.knob.ClassSchedule;

/**
 * Settings of a port, fixed before the run: what each packet needs at once, and the rest in groups.
 * Ports that are set alike share one, so that it stays in the nearest cache.
 *
 * @param wire rate and framing of the link
 * @param delayPs from a packet's start of transmission to its header at the peer: propagation, and
 *     the forwarding latency of a switch, which is spent on the way out
 * @param waitsForTail whether a packet may be queued here whose tail has not arrived
 * @param queueLimit bytes of frames that an egress queue of a lossy class may hold
 * @param alpha dynamic threshold of the switch for what comes in here; 0 at a host
 * @param link how packets travel on the link
 * @param pauses what PFC does here
 * @param marks ECN thresholds of the egress queue
 */
public record PortSettings(
    LinkTiming wire,
    long delayPs,
    boolean waitsForTail,
    long queueLimit,
    double alpha,
    Travel link,
    Pauses pauses,
    Marks marks) {

  /**
   * How packets travel on a link.
   *
   * @param schedule how its classes share it
   * @param propagationPs propagation alone, for PFC frames
   * @param deliverAtTail whether arriving packets are handed over with their last bit, not their
   *     first
   * @param keepsQueued whether packets wait here while the link is down
   * @param carriesCells whether packets travel in cells on this link
   * @param kit makes what sees to more than sending packets
   * @param faults what is lost of what arrives here
   */
  public record Travel(
      ClassSchedule schedule,
      long propagationPs,
      boolean deliverAtTail,
      boolean keepsQueued,
      boolean carriesCells,
      LinkFactory kit,
      Faults faults) {}

  /**
   * What is lost of what arrives at a port.
   *
   * @param loss probability that a packet is lost, whatever its size
   * @param bitErrors probability that a bit of one is wrong
   * @param hitPauses whether PFC frames are lost as packets are
   */
  public record Faults(double loss, double bitErrors, boolean hitPauses) {}

  /**
   * What PFC does at a port.
   *
   * @param responsePs from a pause frame's last bit to no new frame chosen here
   * @param quanta pause time asked for; 0 lasts until XON
   * @param frameBytes a PFC frame with FCS, without preamble and gap
   * @param lossless bit mask of lossless classes
   * @param headroomBytes buffer for what still arrives here after XOFF, per lossless class
   */
  public record Pauses(
      long responsePs, long quanta, int frameBytes, int lossless, long headroomBytes) {}

  /**
   * ECN thresholds of an egress queue.
   *
   * @param thresholds of the classes that mark; {@link EcnMarkingCurve#OFF} at a host
   * @param classes bit mask of these
   */
  public record Marks(EcnMarkingCurve thresholds, int classes) {
    /** Those of a class. */
    public EcnMarkingCurve of(int priority) {
      return (classes & 1 << priority) == 0 ? EcnMarkingCurve.OFF : thresholds;
    }
  }
}

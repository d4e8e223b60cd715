package dev.headroom.sim.fabric;

import dev.headroom.model.knob.ClassSchedule;
import java.util.Optional;

/**
 * What a port is set with, settled before the run. Ports that are set alike share one, so that it
 * stays in the nearest cache.
 *
 * @param wire rate and framing of the link
 * @param schedule how its classes share it
 * @param delayPs from a packet's start of transmission to its header at the peer: propagation, and
 *     the forwarding latency of a switch, which is spent on the way out
 * @param wireDelayPs propagation alone, for PFC frames
 * @param responsePs from a pause frame's last bit to no new frame chosen here
 * @param pauseQuanta pause time asked for; 0 lasts until XON
 * @param pauseFrameBytes a PFC frame with FCS, without preamble and gap
 * @param lossless bit mask of lossless classes
 * @param headroomBytes buffer for what still arrives here after XOFF, per lossless class
 * @param alpha dynamic threshold of the switch for what comes in here; 0 at a host
 * @param deliverAtTail whether arriving packets are handed over with their last bit, not their
 *     first
 * @param waitsForTail whether a packet may be queued here whose tail has not arrived
 * @param queueLimit bytes of frames that an egress queue of a lossy class may hold
 * @param marks ECN thresholds of the egress queue; {@link Marking#OFF} at a host
 * @param marked bit mask of the classes that mark
 * @param loss probability that a packet arriving here is lost, whatever its size
 * @param credits credit-based flow control, in the place of PFC; empty without
 * @param bitErrors probability that a bit of one is wrong
 * @param keepsQueued whether packets wait here while the link is down
 * @param watchdog what looks after paused queues; none at a host
 * @param retries how often in a row a frame is sent again on the link; 0 without link-level retry
 * @param pausesErr whether PFC frames are lost as packets are
 * @param carriesCells whether packets travel in cells on this link
 */
public record PortSettings(
    Wire wire,
    ClassSchedule schedule,
    long delayPs,
    long wireDelayPs,
    long responsePs,
    long pauseQuanta,
    int pauseFrameBytes,
    int lossless,
    long headroomBytes,
    double alpha,
    boolean deliverAtTail,
    boolean waitsForTail,
    long queueLimit,
    Marking marks,
    int marked,
    double loss,
    Optional<CreditSettings> credits,
    double bitErrors,
    boolean keepsQueued,
    Optional<WatchdogSettings> watchdog,
    int retries,
    boolean pausesErr,
    boolean carriesCells) {
  /** The ECN thresholds of a class. */
  Marking marksOf(int priority) {
    return (marked & 1 << priority) == 0 ? Marking.OFF : marks;
  }
}

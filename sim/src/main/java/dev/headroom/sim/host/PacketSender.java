package dev.headroom.sim.host;

import dev.headroom.congestion.Controller;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;
import org.jspecify.annotations.Nullable;

/**
 * End of a connection that sends packets of its own, in turn with others and paced, of whatever
 * transport.
 */
public abstract class PacketSender {
  /** Where the NIC keeps it. */
  public enum Place {
    /** Nothing to send, or not allowed to. */
    IDLE,
    /** In the round of those that may send now. */
    READY,
    /** Waiting for its pacing. */
    PACED
  }

  public final int queuePair;
  public final Controller controller;
  private final FlowTuple route;

  /** Bytes of each packet on the wire that its rate does not count. */
  final int uncountedBytes;

  /** What its next packet does for the NIC. */
  public enum Task {
    /** It begins nothing that the NIC has to look up. */
    GOES_ON,
    /** It begins a WRITE or a SEND that software has posted. */
    SENDS,
    /** It asks for a READ that software has posted. */
    ASKS,
    /** It begins the answer to a READ. */
    ANSWERS
  }

  // Kept by the NIC.
  boolean posted;

  /** Of messages that were posted together: the first, and the first after them. */
  long listedFrom;

  long listedTo;

  /** When the NIC hears of these. */
  long doorbellPs;

  public Place place = Place.IDLE;
  public @Nullable PacketSender nextInRound;
  public boolean listed;
  public long nextSendPs;
  public long lastSendPs = -1;
  public long paceCarry;

  /** The rate of what it sends after all has got there; 0: that of its control. */
  public long heldBps;

  /** Bytes of its last packet, as the rate counts them. */
  public int lastBytes;

  /** Where it stands among those that wait for their pacing. */
  public int rank;

  protected PacketSender(FlowTuple route, Controller controller) {
    this(route, controller, 0);
  }

  /**
   * @param uncountedBytes bytes of each packet on the wire that its rate does not count: headers,
   *     preamble and gap, where it is a rate of payload
   */
  protected PacketSender(FlowTuple route, Controller controller, int uncountedBytes) {
    this.uncountedBytes = uncountedBytes;
    this.queuePair = route.queuePair();
    this.route = route;
    this.controller = controller;
  }

  /** Whether a packet may be made, its pacing apart. */
  public abstract boolean canSend(long nowPs);

  /**
   * Whether there is something left to make packets of, be it allowed now or once an ACK has come.
   */
  public abstract boolean hasMore();

  /** Fills in the next packet; only when {@link #canSend}. Returns whether it was sent before. */
  public abstract boolean fill(Packet packet, long nowPs);

  /** What its next packet does for the NIC; only when {@link #canSend}. */
  public Task task() {
    return Task.GOES_ON;
  }

  /** When the software could post what its next packet begins. */
  public long postablePs() {
    return 0;
  }

  /** The number of the message that its next packet begins, from 0; of those that are posted. */
  public long message() {
    return 0;
  }

  /** Whether a flow begins with that message. */
  public boolean opensFlow() {
    return false;
  }

  /** Messages of its flow from that one on for which there is room by then, at most so many. */
  public int postable(int most, long byPs) {
    return 1;
  }

  /** Whether all that it was given to do is done. */
  public abstract boolean isDone();

  /** A CNP, or an echo of a mark, came for this queue pair. */
  public void congested(long nowPs) {
    controller.congested(nowPs);
  }

  public FlowTuple route() {
    return route;
  }
}

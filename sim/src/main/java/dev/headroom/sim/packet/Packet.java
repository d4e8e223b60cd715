package dev.headroom.sim.packet;

import dev.headroom.sim.fabric.Outbox;
import org.jspecify.annotations.Nullable;

/**
 * Packet of a run, taken from the pool of its partition. Fields are public and plain: this is what
 * flies, by the hundred thousand, so it is kept small: what is the same for all packets of a queue
 * pair and not asked for at every hop is in their {@link FlowTuple}. Only runs whose congestion
 * control watches more than marks fly {@linkplain InstrumentedPacket larger ones}.
 */
public sealed class Packet
    permits Cell, FalconPacket, InstrumentedPacket, SrdPacket, TcpPacket, UetPacket {
  public static final int DATA = 0;
  public static final int ACK = 1;
  public static final int NAK = 2;
  public static final int CNP = 3;
  public static final int READ_REQUEST = 4;
  public static final int RNR_NAK = 5;

  /** Acknowledges like a NAK, and names a packet that came: in {@link #payload}. */
  public static final int SELECTIVE_NAK = 6;

  /** An RTT probe, and the answer to it. */
  public static final int PROBE = 7;

  public static final int PROBE_ANSWER = 8;

  /** Receiver-driven admission: a sender has something to send; the receiver lets it. */
  public static final int READY_TO_SEND = 9;

  public static final int CLEAR_TO_SEND = 10;

  /**
   * Memory may not be reached at the end that sends it, for the reason in {@link #payload}; it
   * acknowledges like a NAK.
   */
  public static final int ACCESS_NAK = 19;

  /**
   * A request for a READ has come, where that is not told by its response; {@link #psn} is the
   * request's.
   */
  public static final int READ_ACK = 20;

  /** The packet asks for an ACK: it ends a message. */
  public static final int LAST_OF_MESSAGE = 1;

  /** It carries the last byte of its flow. */
  public static final int LAST_OF_FLOW = 2;

  /** It starts a message. */
  public static final int FIRST_OF_MESSAGE = 4;

  /** ECN: congestion experienced; in an ACK, the echo of it. */
  public static final int CE = 8;

  /** Data that asks for an ACK although its message goes on. */
  public static final int ACK_REQUEST = 16;

  /** The next one in the list that the packet stands in: a wire, a queue, the pool. */
  public @Nullable Packet next;

  /**
   * When the packet behind it on the wire arrives, so that nobody need look at that one early; in
   * an {@link Outbox}, when its own first bit comes; in a queue whose marks somebody brought along,
   * when it came to wait.
   */
  public long followerPs;

  /** The place of that arrival among events of the same time; in an outbox, when it was sent. */
  public long followerTicket;

  /**
   * When its last bit reaches the end of the wire; in a switch, when it may leave at the earliest.
   */
  public long tailPs;

  /** Where its buffer is charged while it is in a switch. */
  public @Nullable IngressAccounting ingress;

  /** Its queue pair, and the way it goes. */
  public FlowTuple route = FlowTuple.NOWHERE;

  /** Receiving host, and its group in the routing tables: what each switch asks for. */
  public int destination;

  public int group;

  /** Hash over the 5-tuple, before a switch's salt. */
  public int entropy;

  /** Flow that it belongs to. */
  public int flow;

  /**
   * Packet sequence number, 24 bits: its own; in ACK and NAK the first not received; in a READ
   * request that of the first response.
   */
  public int psn;

  /**
   * Payload bytes; in a READ request the bytes asked for, unsigned as in its RETH; in a selective
   * NAK the number of a packet that came.
   */
  public int payload;

  /** Frame bytes: all headers and FCS, no preamble, no gap. */
  public short bytes;

  /** Buffer charged, in cells; on a wire -1 where the link gave it up. */
  public short cells;

  public byte type;

  /** Class: where it is accounted and queued now. Each switch may read it from the DSCP anew. */
  public byte priority;

  /** DSCP; only kept where some node's map is its own. */
  public byte dscp;

  public byte flags;

  /** Sends it along a route. */
  public final void follow(FlowTuple along) {
    route = along;
    destination = along.destination();
    group = along.group();
    entropy = along.entropy();
  }

  /** Sends it along a route on the way that an entropy value, such as a flow label, leads to. */
  public void follow(FlowTuple along, int entropyValue) {
    follow(along);
    // An odd multiplier keeps values apart; each switch mixes the sum with a salt of its own.
    entropy += entropyValue * 0x9E3779B1;
  }

  public final boolean has(int flag) {
    return (flags & flag) != 0;
  }

  public final void set(int flag) {
    flags |= (byte) flag;
  }
}

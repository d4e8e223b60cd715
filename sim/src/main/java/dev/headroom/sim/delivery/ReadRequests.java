package dev.headroom.sim.delivery;

import dev.headroom.congestion.roce.LineRateController;
import dev.headroom.sim.host.PacketSender;
import dev.headroom.sim.kernel.Rng;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;
import dev.headroom.unit.CountedNoun;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Requesting end of a connection whose data is READ: a numbered request for each flow, sent again
 * when neither its ACK nor any of its data has come in time. What becomes of the data is the
 * business of the other end, which sends it.
 */
final class ReadRequests extends PacketSender {
  /** Repeats in a row that tell of more than congestion. */
  private static final int SILENCE = 7;

  /** A flow that is to be read. */
  private static final class Read {
    final int flow;
    final long bytes;
    int number;

    /** When it was last sent, or its time was last over. */
    long sincePs;

    int repeats;

    /** How often its time was over. */
    int timeouts;

    /** The other end is known to have the request. */
    boolean taken;

    /** It waits to be sent again. */
    boolean due;

    Read(int flow, long bytes) {
      this.flow = flow;
      this.bytes = bytes;
    }
  }

  private final ReadRequestSettings reads;
  private final long key;
  private final Deque<Read> posted = new ArrayDeque<>();

  /** Asked for, and not all there; in the order in which they were asked for. */
  private final List<Read> underWay = new ArrayList<>();

  private int due;
  private int requestCount;
  private long draws;
  private int timeoutsInARow;
  private String failure = "";

  /** When its host last sent a packet of any connection, as of when the deadline was looked at. */
  long hostSentPs;

  /** When the next event comes that looks at the deadline; {@code Long.MAX_VALUE}: none does. */
  long timerPs = Long.MAX_VALUE;

  /**
   * @param key of the stream of random numbers for the ways of requests
   */
  ReadRequests(FlowTuple route, ReadRequestSettings reads, long lineBps, long key) {
    super(route, new LineRateController(lineBps));
    this.reads = reads;
    this.key = key;
  }

  /** Appends a flow. */
  void post(int flow, long bytes) {
    posted.add(new Read(flow, bytes));
  }

  @Override
  public boolean canSend(long nowPs) {
    return hasMore();
  }

  /** Nobody acknowledges what it waits for, so who is next need not remember it. */
  @Override
  public boolean hasMore() {
    return failure.isEmpty()
        && (due > 0 || (!posted.isEmpty() && underWay.size() < reads.outstanding()));
  }

  @Override
  public boolean fill(Packet packet, long nowPs) {
    Read read = next();
    boolean again = read.due;
    if (again) {
      read.due = false;
      read.repeats++;
      due--;
    }
    read.sincePs = nowPs;
    packet.type = Packet.READ_REQUEST;
    packet.flow = read.flow;
    packet.psn = read.number;
    packet.payload = (int) read.bytes;
    packet.bytes = (short) reads.messageSettings().framing().readRequest();
    packet.priority = (byte) reads.messageSettings().dataClass();
    packet.follow(route(), (int) (Rng.bits(key, draws++) >>> 32) & (reads.pathCount() - 1));
    return again;
  }

  private Read next() {
    for (Read read : underWay) {
      if (read.due) {
        return read;
      }
    }
    Read read = posted.remove();
    read.number = requestCount++;
    underWay.add(read);
    return read;
  }

  /** The other end has a request. */
  void taken(int flow) {
    timeoutsInARow = 0;
    for (Read read : underWay) {
      if (read.flow == flow) {
        read.taken = true;
        due -= read.due ? 1 : 0;
        read.due = false;
      }
    }
  }

  /** All data of a flow is there; returns how often its request was sent again. */
  int complete(int flow) {
    for (int i = 0; i < underWay.size(); i++) {
      if (underWay.get(i).flow == flow) {
        return underWay.remove(i).repeats;
      }
    }
    throw new IllegalStateException("data of flow " + flow + " arrived without a request");
  }

  /** How often the request of a flow that is not complete was sent again. */
  int repeats(int flow) {
    for (Read read : underWay) {
      if (read.flow == flow) {
        return read.repeats;
      }
    }
    return 0;
  }

  @Override
  public boolean isDone() {
    return posted.isEmpty() && underWay.isEmpty();
  }

  /** When a request has to be sent again; {@code Long.MAX_VALUE} where none is waited for. */
  long deadlinePs() {
    long earliest = Long.MAX_VALUE;
    for (Read read : underWay) {
      if (isTimed(read)) {
        earliest = Math.min(earliest, deadlinePs(read));
      }
    }
    return earliest;
  }

  private long deadlinePs(Read read) {
    return (read.due ? Math.max(read.sincePs, hostSentPs) : read.sincePs) + reads.timeoutPs();
  }

  /**
   * Whether the time of a request runs. That of one which its host does not send again does where
   * it may be the end of it; where the host sends others meanwhile it only waits for its turn.
   */
  private boolean isTimed(Read read) {
    return failure.isEmpty() && !read.taken && (!read.due || reads.hasRetryLimit());
  }

  /** Gives up waiting for the requests whose time is over; returns how many. */
  int timeOut(long nowPs) {
    int over = 0;
    for (Read read : underWay) {
      if (isTimed(read) && deadlinePs(read) <= nowPs) {
        over++;
        due += read.due ? 0 : 1;
        read.due = true;
        read.sincePs = nowPs;
        read.timeouts++;
        if (read.timeouts > reads.retries()) {
          failure =
              "context closed: %s of one READ request without a response"
                  .formatted(CountedNoun.of(read.timeouts, "timeout"));
        }
      }
    }
    timeoutsInARow += over;
    return over;
  }

  /** Why it has given up; empty where it has not. */
  String failure() {
    return failure;
  }

  /** How long it has heard nothing, where that is long; else empty. */
  String stallReason() {
    return timeoutsInARow < SILENCE
        ? ""
        : "no response to %d READ requests in a row".formatted(timeoutsInARow);
  }
}

package dev.headroom.sim.transport;

import dev.headroom.congestion.Controller;
import dev.headroom.sim.fabric.Packet;
import dev.headroom.sim.fabric.Route;
import org.jspecify.annotations.Nullable;

/**
 * The sending end of a reliable connection: flows cut into messages, messages into packets,
 * go-back-N on NAK or timeout.
 *
 * <p>Sequence numbers here never wrap; what goes on the wire is their low 24 bits.
 */
public final class Sender {
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
  private final RcSettings settings;
  private final Route route;
  private final long lineBps;

  // Kept by the NIC.
  public Place place = Place.IDLE;
  public @Nullable Sender nextInRound;
  public boolean listed;
  public long nextSendPs;
  public long lastSendPs = -1;
  public long paceCarry;
  public boolean timerPending;

  private @Nullable Transfer oldest;
  private @Nullable Transfer newest;
  private @Nullable Transfer sending;
  private long unacked;
  private long next;
  private long highest;
  private long posted;
  private long messagesPosted;

  // The message that `next` lies in.
  private long message;
  private long messageLeft;
  private long flowLeft;
  private boolean messageStart;

  // The message that `unacked` lies in.
  private long messagesDone;
  private long doneAt;

  private long deadlinePs = Long.MAX_VALUE;
  private int retries;
  private String failure = "";

  public Sender(
      int queuePair, Route route, RcSettings settings, Controller controller, long lineBps) {
    this.queuePair = queuePair;
    this.route = route;
    this.settings = settings;
    this.controller = controller;
    this.lineBps = lineBps;
  }

  /** Appends a flow. */
  public void post(int flow, long bytes, long nowPs) {
    long end = posted + settings.flowPackets(bytes);
    Transfer transfer = new Transfer(flow, bytes, nowPs, posted, end, messagesPosted);
    messagesPosted += Math.max(1, (bytes + settings.messageBytes() - 1) / settings.messageBytes());
    posted = end;
    if (newest == null) {
      oldest = transfer;
    } else {
      newest.next = transfer;
    }
    if (unacked == transfer.firstSequence) { // nothing before it is open, reaped or not
      doneAt = endOfMessage(transfer, transfer.firstSequence);
    }
    newest = transfer;
    if (sending == null) {
      begin(transfer);
    }
  }

  private void begin(@Nullable Transfer transfer) {
    sending = transfer;
    if (transfer != null) {
      message = transfer.firstMessage;
      flowLeft = transfer.bytes;
      messageLeft = Math.min(flowLeft, settings.messageBytes());
      messageStart = true;
    }
  }

  /** Whether a packet may be made, its pacing apart. */
  public boolean canSend(long nowPs) {
    if (sending == null || !failure.isEmpty()) {
      return false;
    }
    if (messageStart && message - messagesDone >= settings.outstanding()) {
      return false;
    }
    long window = Math.min(settings.windowBytes(), controller.windowBytes());
    if (window == Long.MAX_VALUE) {
      return true;
    }
    if (settings.windowFollowsRate()) {
      window = Math.max(1, (long) ((double) window * controller.rateBps(nowPs) / lineBps));
    }
    return (next - unacked) * settings.mtu() < window;
  }

  /** Fills in the next packet; only when {@link #canSend}. Returns whether it was sent before. */
  public boolean fill(Packet packet) {
    Transfer transfer = sending;
    if (transfer == null) {
      throw new IllegalStateException("nothing to send");
    }
    int payload = (int) Math.min(settings.mtu(), messageLeft);
    packet.type = Packet.DATA;
    packet.priority = (byte) settings.dataClass();
    packet.source = route.source();
    packet.destination = route.destination();
    packet.group = route.group();
    packet.entropy = route.entropy();
    packet.ports = route.ports();
    packet.queuePair = queuePair;
    packet.flow = transfer.flow;
    packet.psn = Psn.of(settings.initialPsn() + next);
    packet.payload = payload;
    packet.bytes = settings.framing().dataFrame(payload, messageStart && settings.reth());
    boolean again = next < highest;
    if (again) {
      transfer.retransmissions++;
    }
    next++;
    highest = Math.max(highest, next);
    messageStart = false;
    messageLeft -= payload;
    flowLeft -= payload;
    if (messageLeft == 0) {
      packet.set(Packet.LAST_OF_MESSAGE);
      message++;
      messageStart = true;
      messageLeft = Math.min(flowLeft, settings.messageBytes());
      if (next == transfer.endSequence) {
        packet.set(Packet.LAST_OF_FLOW);
        begin(transfer.next);
      }
    }
    return again;
  }

  /**
   * Takes an acknowledgement of everything up to a sequence number.
   *
   * @param psn the first packet number not received yet
   * @return whether it was news
   */
  public boolean acknowledge(int psn, long nowPs) {
    long upTo = unacked + Psn.distance(psn, Psn.of(settings.initialPsn() + unacked));
    if (upTo <= unacked || upTo > highest) {
      return false;
    }
    unacked = upTo;
    retries = 0;
    if (next < unacked) {
      seek(unacked); // what was about to be sent again had arrived after all
    }
    armTimer(nowPs);
    Transfer transfer = oldest;
    while (transfer != null && doneAt <= unacked) {
      messagesDone++;
      if (doneAt == transfer.endSequence) {
        transfer = transfer.next;
        if (transfer == null) {
          break;
        }
      }
      doneAt = endOfMessage(transfer, doneAt);
    }
    return true;
  }

  private long endOfMessage(Transfer transfer, long start) {
    return Math.min(transfer.endSequence, start + settings.packets(settings.messageBytes()));
  }

  /** The next flow that has been acknowledged in full, oldest first, or null. */
  public @Nullable Transfer takeCompleted() {
    Transfer transfer = oldest;
    if (transfer == null || transfer.endSequence > unacked) {
      return null;
    }
    oldest = transfer.next;
    if (oldest == null) {
      newest = null;
    }
    return transfer;
  }

  /** Goes back to the first packet not acknowledged. */
  public void goBack() {
    seek(unacked);
  }

  private void seek(long sequence) {
    next = sequence;
    Transfer transfer = oldest;
    while (transfer != null && transfer.endSequence <= sequence) {
      transfer = transfer.next;
    }
    begin(transfer);
    if (transfer == null) {
      return;
    }
    long perMessage = settings.packets(settings.messageBytes());
    long index = sequence - transfer.firstSequence;
    long whole = index / perMessage;
    long inMessage = index - whole * perMessage;
    message = transfer.firstMessage + whole;
    flowLeft = transfer.bytes - whole * settings.messageBytes();
    messageLeft = Math.min(flowLeft, settings.messageBytes());
    long skipped = inMessage * settings.mtu();
    messageLeft -= skipped;
    flowLeft -= skipped;
    messageStart = inMessage == 0;
  }

  /** Restarts the ACK timeout, or stops it when nothing is in flight. */
  public void armTimer(long nowPs) {
    boolean idle = unacked == highest || settings.timeoutPs() == Long.MAX_VALUE;
    deadlinePs = idle ? Long.MAX_VALUE : nowPs + settings.timeoutPs();
  }

  public long deadlinePs() {
    return deadlinePs;
  }

  /** The deadline has passed without news: go back, or give up. */
  public void timeOut(long nowPs) {
    retries++;
    if (retries > settings.retryCount()) {
      deadlinePs = Long.MAX_VALUE;
      failure =
          "transport retry counter exceeded: %d timeouts in a row without an ACK"
              .formatted(retries);
      return;
    }
    goBack();
    armTimer(nowPs);
  }

  public boolean inFlight() {
    return unacked < highest;
  }

  /** Why the queue pair is in error; empty if it is not. */
  public String failure() {
    return failure;
  }

  /** A CNP, or an echo of a mark, came for this queue pair. */
  public void congested(long nowPs) {
    controller.congested(nowPs);
    Transfer transfer = oldest;
    if (transfer != null) {
      transfer.cnps++;
    }
  }

  /** The oldest flow that is not complete, or null. */
  public @Nullable Transfer oldest() {
    return oldest;
  }

  /** The flow posted after this one. */
  public static @Nullable Transfer after(Transfer transfer) {
    return transfer.next;
  }

  /** Payload of a flow that has been acknowledged. */
  public long acknowledgedBytes(Transfer transfer) {
    long packets = Math.max(0, Math.min(unacked, transfer.endSequence) - transfer.firstSequence);
    long perMessage = settings.packets(settings.messageBytes());
    long whole = packets / perMessage;
    long bytes = whole * settings.messageBytes() + (packets - whole * perMessage) * settings.mtu();
    return Math.min(transfer.bytes, bytes);
  }

  public Route route() {
    return route;
  }
}

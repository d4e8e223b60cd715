package dev.headroom.sim.rc;

import dev.headroom.congestion.Controller;
import dev.headroom.sim.host.SendQueue;
import dev.headroom.sim.nic.MemoryKeyValidity;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.unit.CountedNoun;
import org.jspecify.annotations.Nullable;

/**
 * Requester of a reliable connection, which posts work: flows cut into messages, messages into
 * packets with a sequence number each (or more, {@link SequenceNumbering}), go-back-N and the retry
 * timer.
 *
 * <p>Sequence numbers here never wrap; what goes on the wire is their low 24 bits.
 */
public abstract sealed class RcRequester extends RcSender permits WriteRequester, ReadRequester {
  /** Whether the event that looks at the deadline is on its way; kept by the NIC. */
  public boolean timerPending;

  private @Nullable QueuePairFlow oldest;
  private @Nullable QueuePairFlow newest;
  @Nullable QueuePairFlow sending;

  /** The first packet that is not known to have got there; all before it have. */
  long unacked;

  /** The next packet to send, or to ask for. */
  long next;

  /** The first packet never sent or asked for. */
  long highest;

  /** The first packet after the last that calls for an answer. */
  long firstUnsent;

  /** Before this its rate lets no packet go. */
  private long pacedPs;

  private long posted;
  private long messagesPosted;

  // The message that `next` lies in.
  long message;
  long messageLeft;
  long flowLeft;
  boolean messageStart;

  // The message that `unacked` lies in.
  long messagesDone;
  private long doneAt;

  /** When the timeout was last restarted; {@code Long.MAX_VALUE}: no answer is expected. */
  private long armedPs = Long.MAX_VALUE;

  /** Sequence numbers that a whole message takes. */
  private final long messageNumbers;

  private final long timeoutPs;
  private final long shortTimeoutPs;
  private final int few;
  private final boolean staysBehind;
  private int retries;
  private String failure = "";

  /** Whether it is in error because it could not say that something was done. */
  private boolean completionFailed;

  /** What software knows of its send queue; null where it knows at once what the NIC knows. */
  private final @Nullable SendQueue workQueue;

  RcRequester(
      FlowTuple route, RcSettings settings, Controller controller, @Nullable SendQueue workQueue) {
    super(route, settings, controller);
    this.workQueue = workQueue;
    messageNumbers = settings.messageNumbers();
    RetrySettings retrying = settings.retries();
    timeoutPs = retrying.timeoutPs();
    shortTimeoutPs = retrying.shortTimeoutPs();
    few = retrying.fewPackets() * numbering.perPacket();
    staysBehind = settings.recovery().staysBehind();
  }

  /** Appends a flow. */
  public final void post(int flow, long bytes, long nowPs) {
    long end = posted + settings.flowNumbers(bytes);
    QueuePairFlow transfer = new QueuePairFlow(flow, bytes, nowPs, posted, end, messagesPosted);
    messagesPosted +=
        Math.max(1, (bytes + messageSettings.messageBytes() - 1) / messageSettings.messageBytes());
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

  final void begin(@Nullable QueuePairFlow transfer) {
    sending = transfer;
    heldBps = 0;
    if (transfer != null) {
      message = transfer.firstMessage;
      flowLeft = transfer.bytes;
      messageLeft = Math.min(flowLeft, messageSettings.messageBytes());
      messageStart = true;
    }
  }

  /** All of a message, or of what was left of it, has been sent or asked for. */
  final void nextMessage(QueuePairFlow transfer) {
    message++;
    messageStart = true;
    messageLeft = Math.min(flowLeft, messageSettings.messageBytes());
    if (next == transfer.endSequence) {
      begin(transfer.next);
    }
  }

  /** All packets before this one, which is beyond {@link #unacked}, have got there. */
  final void advance(long upTo, long nowPs) {
    unacked = upTo;
    retries = 0;
    if (next < unacked && !staysBehind(nowPs)) {
      seek(unacked); // what was about to be sent again had arrived after all
    }
    armTimer(nowPs);
    QueuePairFlow transfer = oldest;
    boolean endsFlow = false;
    while (transfer != null && doneAt <= unacked) {
      messagesDone++;
      if (doneAt == transfer.endSequence) {
        endsFlow = true;
        transfer = transfer.next;
        if (transfer == null) {
          break;
        }
      }
      doneAt = endOfMessage(transfer, doneAt);
    }
    if (workQueue != null) {
      String error = workQueue.done(this, messagesDone, unacked == posted, endsFlow, nowPs);
      if (!error.isEmpty()) {
        completionFailed = true;
        fail(error);
      }
    }
  }

  /**
   * Whether it goes on where it is, although ACKs have passed that. With a window nobody stays
   * behind in a flow of which all has got there; without one it sends the rest of that again, at
   * the rate that it has now.
   */
  private boolean staysBehind(long nowPs) {
    QueuePairFlow transfer = sending;
    if (!staysBehind || transfer == null) {
      return false;
    }
    if (transfer.endSequence > unacked) {
      return true;
    }
    if (isWindowed()) {
      return false;
    }
    heldBps = Math.max(1, controller.rateBps(nowPs));
    return true;
  }

  /** Whether a window holds it back. */
  boolean isWindowed() {
    return false;
  }

  /** Whether software may have posted the message that is next, with so many under way at most. */
  final boolean isPosted(long outstanding) {
    return message - messagesDone < outstanding
        && (workQueue == null || workQueue.hasRoom(message));
  }

  @Override
  public final long postablePs() {
    QueuePairFlow transfer = sending;
    return workQueue == null || transfer == null
        ? 0
        : Math.max(transfer.startPs, workQueue.roomPs(message));
  }

  @Override
  public final long message() {
    return message;
  }

  @Override
  public final boolean opensFlow() {
    QueuePairFlow transfer = sending;
    return transfer != null && message == transfer.firstMessage;
  }

  @Override
  public final int postable(int most, long byPs) {
    SendQueue queue = workQueue;
    long left = Math.ceilDiv(flowLeft, messageSettings.messageBytes());
    int count = 1;
    while (count < Math.min(most, left)
        && (queue == null
            || (queue.hasRoom(message + count) && queue.roomPs(message + count) <= byPs))) {
      count++;
    }
    return count;
  }

  private long endOfMessage(QueuePairFlow transfer, long start) {
    return Math.min(transfer.endSequence, start + messageNumbers);
  }

  /** The next flow that has been completed, oldest first, or null. */
  public final @Nullable QueuePairFlow takeCompleted() {
    QueuePairFlow transfer = oldest;
    if (transfer == null || transfer.endSequence > unacked || completionFailed) {
      return null;
    }
    oldest = transfer.next;
    if (oldest == null) {
      newest = null;
    }
    return transfer;
  }

  /**
   * Goes back to the first packet that is not known to have got there, and waits for the answer to
   * it from then on.
   */
  public final void goBack(long nowPs) {
    seek(unacked);
    armTimer(nowPs);
  }

  final void seek(long sequence) {
    next = sequence;
    QueuePairFlow transfer = oldest;
    while (transfer != null && transfer.endSequence <= sequence) {
      transfer = transfer.next;
    }
    begin(transfer);
    if (transfer == null) {
      return;
    }
    long index = sequence - transfer.firstSequence;
    long whole = index / messageNumbers;
    long inMessage = index - whole * messageNumbers;
    message = transfer.firstMessage + whole;
    flowLeft = transfer.bytes - whole * messageSettings.messageBytes();
    messageLeft = Math.min(flowLeft, messageSettings.messageBytes());
    long skipped = inMessage * numbering.bytes();
    messageLeft -= skipped;
    flowLeft -= skipped;
    messageStart = inMessage == 0;
    placed(inMessage);
  }

  /** The next packet is now that of this place in its message. */
  void placed(long inMessage) {}

  /**
   * Restarts the timeout, or stops it when no answer is expected: packets that share an ACK may
   * leave as slowly as they like, for the first time or again.
   */
  public final void armTimer(long nowPs) {
    boolean idle = unacked >= firstUnsent || !hasTimeout() || !failure.isEmpty();
    armedPs = idle ? Long.MAX_VALUE : nowPs;
  }

  /**
   * A packet has been sent.
   *
   * @param pacedPs before this its rate lets no other go
   */
  final void sent(long nowPs, long pacedPs) {
    this.pacedPs = pacedPs;
    if (!isTimerArmed()) {
      armTimer(nowPs); // no answer was expected; an old event may still be pending
    }
  }

  /** Whether it ever sends again because it has heard nothing. */
  final boolean hasTimeout() {
    return shortTimeoutPs != Long.MAX_VALUE;
  }

  /**
   * Of what is to be sent again only the next packet calls for an answer before it is sent.
   *
   * @return whether it does
   */
  final boolean expectOnlyNext() {
    boolean again = next < firstUnsent;
    firstUnsent = Math.min(firstUnsent, next + 1);
    return again;
  }

  /** Whether an answer is expected. */
  public final boolean isTimerArmed() {
    return armedPs != Long.MAX_VALUE;
  }

  /**
   * When the timeout runs out, as it is now; {@code Long.MAX_VALUE}: no answer is expected, or none
   * is waited for while so much is in flight.
   */
  public final long deadlinePs() {
    if (armedPs == Long.MAX_VALUE) {
      return Long.MAX_VALUE;
    }
    long waitPs = highest - unacked <= few ? shortTimeoutPs : timeoutPs;
    return waitPs == Long.MAX_VALUE ? Long.MAX_VALUE : armedPs + waitPs;
  }

  /** The deadline has passed without news: send again, or give up. */
  public final void timeOut(long nowPs) {
    retries++;
    if (retries > settings.retries().most()) {
      fail(
          "transport retry counter exceeded: %s in a row without an %s"
              .formatted(
                  CountedNoun.of(retries, "timeout"), messageSettings.reads() ? "answer" : "ACK"));
      return;
    }
    sendAgain();
    armTimer(Math.max(nowPs, pacedPs));
  }

  /** Sees to it that what may be lost is sent again. */
  void sendAgain() {
    seek(unacked);
  }

  /** Puts the queue pair in error. */
  final void fail(String why) {
    armedPs = Long.MAX_VALUE;
    failure = why;
  }

  /** Memory may not be reached, here or at the other end: the queue pair is in error. */
  final void enterError(WorkCompletionError error, MemoryKeyValidity.Flaw flaw) {
    if (failure.isEmpty()) {
      fail(error.failureText(flaw));
    }
  }

  /**
   * The same of the other end, which says so.
   *
   * @param why code of the flaw
   */
  final void denyRemotely(int why) {
    enterError(
        WorkCompletionError.ofRemote(messageSettings.operation()), MemoryKeyValidity.Flaw.of(why));
  }

  /** Why the queue pair is in error; empty if it is not. */
  public final String failure() {
    return failure;
  }

  public final boolean inFlight() {
    return unacked < highest;
  }

  /** Bytes sent, or asked for, and not known to have got there; in packets of the MTU. */
  final long inFlightBytes() {
    return Math.max(0, next - unacked) * messageSettings.mtu();
  }

  @Override
  public boolean hasMore() {
    return sending != null && failure.isEmpty();
  }

  @Override
  public final boolean isDone() {
    return oldest == null;
  }

  /** The oldest flow that is not complete, or null. */
  public final @Nullable QueuePairFlow oldest() {
    return oldest;
  }

  /** The flow posted after this one. */
  public static @Nullable QueuePairFlow after(QueuePairFlow transfer) {
    return transfer.next;
  }

  /** A CNP was sent or received for this queue pair: it is counted with the oldest flow. */
  final void countCnp() {
    QueuePairFlow transfer = oldest;
    if (transfer != null) {
      transfer.cnps++;
    }
  }

  /** A flow that is not complete, or null. */
  final @Nullable QueuePairFlow transfer(int flow) {
    QueuePairFlow transfer = oldest;
    while (transfer != null && transfer.flow != flow) {
      transfer = transfer.next;
    }
    return transfer;
  }

  /** Payload of a flow that is known to have got there. */
  public final long acknowledgedBytes(QueuePairFlow transfer) {
    return bytesUpTo(transfer, unacked);
  }

  /** Payload of a flow that was sent, or asked for, at least once. */
  final long sentBytes(QueuePairFlow transfer) {
    return bytesUpTo(transfer, highest);
  }

  private long bytesUpTo(QueuePairFlow transfer, long sequence) {
    long numbers = Math.max(0, Math.min(sequence, transfer.endSequence) - transfer.firstSequence);
    long whole = numbers / messageNumbers;
    long bytes =
        whole * messageSettings.messageBytes()
            + (numbers - whole * messageNumbers) * numbering.bytes();
    return Math.min(transfer.bytes, bytes);
  }
}

package dev.headroom.wire.soft;

import dev.headroom.wire.packet.Aeth;
import dev.headroom.wire.packet.AtomicAckEth;
import dev.headroom.wire.packet.NakCause;
import dev.headroom.wire.packet.Operation;
import dev.headroom.wire.packet.RoceWriter;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * What a responder has yet to send, in order, and what it must be able to send again: the last
 * READs and atomics, as many as it serves at once (IBA 9.7.4.1.6). ACKs that stand one behind
 * another become one. Its length is bounded by that number, however often a peer asks.
 */
final class Answers {
  /** An answer that waits: an ACK or NAK, the result of an atomic, or a READ. */
  private static final class Answer {
    final @Nullable ReadJob read;
    final boolean atomic;
    final int syndrome;
    final long original;

    /** Whether it was sent before. */
    final boolean again;

    long psn;
    int messages;
    long sent;

    Answer(
        long psn,
        int syndrome,
        int messages,
        boolean atomic,
        long original,
        @Nullable ReadJob read,
        boolean again) {
      this.psn = psn;
      this.syndrome = syndrome;
      this.messages = messages;
      this.atomic = atomic;
      this.original = original;
      this.read = read;
      this.again = again;
    }

    boolean isAck() {
      return read == null && !atomic && Aeth.isAck(syndrome);
    }
  }

  /** The result of an atomic that was carried out. */
  private record Result(long psn, long original) {}

  private static final int SPARE = 64;

  private final PacketOut out;
  private final RoceWriter.Path path;
  private final int peerQp;
  private final int most;
  private final ArrayDeque<Answer> queue = new ArrayDeque<>();
  private final ArrayDeque<ReadJob> reads = new ArrayDeque<>();
  private final ArrayDeque<Result> results = new ArrayDeque<>();

  Answers(PacketOut out, RoceWriter.Path path, int peerQp, int most) {
    this.out = out;
    this.path = path;
    this.peerQp = peerQp;
    this.most = most;
  }

  /** Whether as many READs and atomics wait as may; those that are sent once more do not count. */
  boolean isFull() {
    int count = 0;
    for (Answer each : queue) {
      count += (each.read != null || each.atomic) && !each.again ? 1 : 0;
    }
    return count >= most;
  }

  /** Whether more waits than an honest peer can bring about. */
  boolean isOverfull() {
    return queue.size() > 4 * most + SPARE;
  }

  void acknowledge(long psn, int messages) {
    Answer last = queue.peekLast();
    if (last != null && last.isAck()) {
      last.psn = psn;
      last.messages = messages;
    } else {
      queue.add(new Answer(psn, Aeth.ACK, messages, false, 0, null, false));
    }
  }

  void nak(long psn, int syndrome, int messages) {
    Answer last = queue.peekLast();
    if (last == null || last.psn != psn || last.syndrome != syndrome) {
      queue.add(new Answer(psn, syndrome, messages, false, 0, null, false));
    }
  }

  void read(ReadJob job, int messages) {
    keep(reads, job);
    queue.add(new Answer(job.firstPsn(), Aeth.ACK, messages, false, 0, job, false));
  }

  void atomic(long psn, long original, int messages) {
    keep(results, new Result(psn, original));
    queue.add(new Answer(psn, Aeth.ACK, messages, true, original, null, false));
  }

  private <T> void keep(ArrayDeque<T> history, T one) {
    if (history.size() == most) {
      history.removeFirst();
    }
    history.add(one);
  }

  /** A READ is asked for once more: it is served if it is one that was, or the rest of one. */
  void readAgain(long psn, int rkey, long address, long bytes, int messages) {
    for (ReadJob each : reads) {
      ReadJob rest = each.rest(psn, rkey, address, bytes);
      if (rest != null) {
        queue.removeIf(waits ->
            waits.read != null
                && waits.read.firstPsn() >= each.firstPsn()
                && waits.read.firstPsn() < each.endPsn());
        queue.add(new Answer(psn, Aeth.ACK, messages, false, 0, rest, true));
        return;
      }
    }
  }

  /** An atomic is asked for once more: its result is sent again, if it is still known. */
  void atomicAgain(long psn, int messages) {
    for (Result each : results) {
      if (each.psn == psn) {
        queue.removeIf(waits -> waits.atomic && waits.psn == psn);
        queue.add(new Answer(psn, Aeth.ACK, messages, true, each.original, null, true));
        return;
      }
    }
  }

  /** Sends up to so many packets; returns how many it did. */
  int transmit(int budget) {
    int count = 0;
    while (count < budget && !queue.isEmpty()) {
      Answer first = queue.getFirst();
      ReadJob read = first.read;
      if (read != null) {
        if (respond(first, read)) {
          queue.removeFirst();
        }
      } else {
        queue.removeFirst();
        Aeth.write(out.frame, PacketOut.EXTENSION, first.syndrome, first.messages);
        if (first.atomic) {
          AtomicAckEth.write(out.frame, PacketOut.EXTENSION + Aeth.BYTES, first.original);
        }
        Operation operation = first.atomic ? Operation.ATOMIC_ACKNOWLEDGE : Operation.ACKNOWLEDGE;
        out.send(path, operation, peerQp, false, first.psn, 0);
      }
      count++;
    }
    return count;
  }

  /** Sends the next packet of a READ; true if it was the last. */
  private boolean respond(Answer answer, ReadJob read) {
    long left = read.bytes() - answer.sent;
    int payload = (int) Math.min(read.mtu(), left);
    boolean begins = answer.sent == 0;
    boolean ends = payload == left;
    SoftRegion region = read.region();
    if (payload > 0 && (region == null || !region.isOpen())) {
      int syndrome = Aeth.nak(NakCause.REMOTE_ACCESS_ERROR);
      Aeth.write(out.frame, PacketOut.EXTENSION, syndrome, answer.messages);
      out.send(path, Operation.ACKNOWLEDGE, peerQp, false, answer.psn, 0);
      return true;
    }
    int at = PacketOut.EXTENSION;
    if (begins || ends) {
      Aeth.write(out.frame, at, Aeth.ACK, answer.messages);
      at += Aeth.BYTES;
    }
    if (region != null && payload > 0) {
      java.lang.foreign.MemorySegment.copy(
          region.memory(), region.offset(read.address() + answer.sent), out.frame, at, payload);
    }
    Operation operation =
        begins
            ? ends ? Operation.READ_RESPONSE_ONLY : Operation.READ_RESPONSE_FIRST
            : ends ? Operation.READ_RESPONSE_LAST : Operation.READ_RESPONSE_MIDDLE;
    out.send(path, operation, peerQp, false, answer.psn, payload);
    answer.psn++;
    answer.sent += payload;
    return ends;
  }

  /** How many answers wait. */
  int waiting() {
    return queue.size();
  }
}

package dev.headroom.wire.soft;

import dev.headroom.wire.packet.Aeth;
import dev.headroom.wire.packet.AtomicAckEth;
import dev.headroom.wire.packet.BthOperation;
import dev.headroom.wire.packet.NakCause;
import dev.headroom.wire.packet.Opcode;
import dev.headroom.wire.packet.TransportService;
import dev.headroom.wire.soft.link.HeaderTemplate;
import dev.headroom.wire.verbs.ConnectionSettings;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Queue of the responses that a responder has yet to send, in order, and of those that it must be
 * able to send again: the last READs and atomics, as many as it serves at once (IBA 9.7.4.1.6).
 * ACKs that stand one behind another become one. Its length is bounded by that number, however
 * often a peer asks.
 */
final class ResponseQueue {
  private enum Kind {
    ACKNOWLEDGE,
    ATOMIC,
    READ
  }

  /** An answer that waits, or what is kept of one. One object holds one after another. */
  private static final class Answer {
    Kind kind = Kind.ACKNOWLEDGE;
    long psn;
    int syndrome;
    int messages;
    long original;

    /** Whether it was sent before. */
    boolean retransmitted;

    // Of a READ: where the rest of it begins.
    @Nullable SoftMemoryRegion region;
    int rkey;
    long address;
    long bytes;
    boolean begun;

    void set(Kind newKind, long newPsn, int newSyndrome, int newMessages, boolean sentBefore) {
      kind = newKind;
      psn = newPsn;
      syndrome = newSyndrome;
      messages = newMessages;
      retransmitted = sentBefore;
      begun = false;
      region = null;
    }

    void read(@Nullable SoftMemoryRegion of, int newRkey, long newAddress, long newBytes) {
      region = of;
      rkey = newRkey;
      address = newAddress;
      bytes = newBytes;
    }

    /** PSNs that it takes. */
    long packets(int mtu) {
      return kind == Kind.READ ? Math.max(1, (bytes + mtu - 1) / mtu) : 1;
    }

    boolean isAck() {
      return kind == Kind.ACKNOWLEDGE && Aeth.isAck(syndrome);
    }
  }

  private static final int SPARE = 64;

  private final PacketWriter out;
  private final Pacer pacer;
  private final HeaderTemplate route;
  private final int peerQp;
  private final int pkey;
  private final int mtu;
  private final int most;
  private final Answer[] queue;
  private final Answer[] kept;
  private int head;
  private int size;
  private long keptCount;

  ResponseQueue(
      PacketWriter out,
      Pacer pacer,
      HeaderTemplate route,
      int peerQp,
      ConnectionSettings settings) {
    this.out = out;
    this.pacer = pacer;
    this.route = route;
    this.peerQp = peerQp;
    pkey = settings.pkey();
    mtu = settings.mtuBytes();
    most = settings.readsServed();
    // A READ or atomic may be answered, and each request may add one answer more.
    queue = filled(4 * most + SPARE + 2);
    kept = filled(most);
  }

  private static Answer[] filled(int count) {
    Answer[] all = new Answer[count];
    for (int i = 0; i < count; i++) {
      all[i] = new Answer();
    }
    return all;
  }

  private Answer get(int index) {
    return queue[(head + index) % queue.length];
  }

  private Answer add() {
    if (size == queue.length) {
      throw new IllegalStateException("too many pending responses");
    }
    return get(size++);
  }

  /** Whether as many READs and atomics wait as may; those that are sent once more do not count. */
  boolean isFull() {
    int count = 0;
    for (int i = 0; i < size; i++) {
      count += get(i).kind != Kind.ACKNOWLEDGE && !get(i).retransmitted ? 1 : 0;
    }
    return count >= most;
  }

  /** Whether more waits than an honest peer can bring about. */
  boolean isOverfull() {
    return size > 4 * most + SPARE;
  }

  boolean isEmpty() {
    return size == 0;
  }

  void acknowledge(long psn, int messages) {
    if (size > 0 && get(size - 1).isAck()) {
      Answer last = get(size - 1);
      last.psn = psn;
      last.messages = messages;
    } else {
      add().set(Kind.ACKNOWLEDGE, psn, Aeth.ACK, messages, false);
    }
  }

  void nak(long psn, int syndrome, int messages) {
    if (size == 0 || get(size - 1).psn != psn || get(size - 1).syndrome != syndrome) {
      add().set(Kind.ACKNOWLEDGE, psn, syndrome, messages, false);
    }
  }

  /** A READ is to be served; returns how many PSNs it takes. */
  long read(
      long psn,
      @Nullable SoftMemoryRegion region,
      int rkey,
      long address,
      long bytes,
      int messages) {
    Answer answer = add();
    answer.set(Kind.READ, psn, Aeth.ACK, messages, false);
    answer.read(region, rkey, address, bytes);
    Answer history = keep();
    history.set(Kind.READ, psn, Aeth.ACK, messages, false);
    history.read(region, rkey, address, bytes);
    return answer.packets(mtu);
  }

  void atomic(long psn, long original, int messages) {
    Answer answer = add();
    answer.set(Kind.ATOMIC, psn, Aeth.ACK, messages, false);
    answer.original = original;
    Answer history = keep();
    history.set(Kind.ATOMIC, psn, Aeth.ACK, messages, false);
    history.original = original;
  }

  private Answer keep() {
    return kept[(int) (keptCount++ % most)];
  }

  /** A READ is asked for once more: it is served if it is one that was, or the rest of one. */
  void onDuplicateRead(long psn, int rkey, long address, long bytes, int messages) {
    for (int i = 0; i < Math.min(keptCount, most); i++) {
      Answer each = kept[i];
      long done = (psn - each.psn) * mtu;
      if (each.kind == Kind.READ
          && psn >= each.psn
          && psn < each.psn + each.packets(mtu)
          && rkey == each.rkey
          && address == each.address + done
          && bytes == each.bytes - done) {
        drop(Kind.READ, each.psn, each.psn + each.packets(mtu));
        Answer answer = add();
        answer.set(Kind.READ, psn, Aeth.ACK, messages, true);
        answer.read(each.region, rkey, address, bytes);
        return;
      }
    }
  }

  /** An atomic is asked for once more: its result is sent again, if it is still known. */
  void onDuplicateAtomic(long psn, int messages) {
    for (int i = 0; i < Math.min(keptCount, most); i++) {
      Answer each = kept[i];
      if (each.kind == Kind.ATOMIC && each.psn == psn) {
        drop(Kind.ATOMIC, psn, psn + 1);
        Answer answer = add();
        answer.set(Kind.ATOMIC, psn, Aeth.ACK, messages, true);
        answer.original = each.original;
        return;
      }
    }
  }

  /** Takes those out that wait to answer the same. */
  private void drop(Kind kind, long from, long to) {
    int left = 0;
    for (int i = 0; i < size; i++) {
      Answer each = get(i);
      if (each.kind != kind || each.psn < from || each.psn >= to) {
        swap(left++, i);
      }
    }
    size = left;
  }

  private void swap(int i, int j) {
    int a = (head + i) % queue.length;
    int b = (head + j) % queue.length;
    Answer first = queue[a];
    queue[a] = queue[b];
    queue[b] = first;
  }

  /** Sends up to so many packets; returns how many it did. What READs bring is paced. */
  int transmit(int budget, long nowNs) {
    int count = 0;
    while (count < budget && size > 0) {
      Answer first = get(0);
      boolean done = true;
      if (first.kind == Kind.READ) {
        if (!pacer.mayLeave(nowNs)) {
          break;
        }
        done = respond(first);
        pacer.left(out.lastBytes());
      } else {
        answer(first);
      }
      if (done) {
        head = (head + 1) % queue.length;
        size--;
      }
      count++;
    }
    return count;
  }

  private void answer(Answer answer) {
    long at = out.begin(route);
    Aeth.write(out.frame, at, answer.syndrome, answer.messages);
    BthOperation operation = BthOperation.ACKNOWLEDGE;
    if (answer.kind == Kind.ATOMIC) {
      AtomicAckEth.write(out.frame, at + Aeth.BYTES, answer.original);
      operation = BthOperation.ATOMIC_ACKNOWLEDGE;
    }
    send(operation, answer.psn, 0);
  }

  private void send(BthOperation operation, long psn, int payload) {
    int opcode = Opcode.of(TransportService.RC, operation);
    out.send(route, opcode, false, pkey, peerQp, false, psn, payload);
  }

  /** Sends the next packet of a READ; true if it was the last. */
  private boolean respond(Answer answer) {
    int payload = (int) Math.min(mtu, answer.bytes);
    boolean begins = !answer.begun;
    boolean ends = payload == answer.bytes;
    SoftMemoryRegion region = answer.region;
    if (payload > 0 && (region == null || !region.isOpen())) {
      answer.syndrome = Aeth.nak(NakCause.REMOTE_ACCESS_ERROR);
      answer(answer);
      return true;
    }
    long at = out.begin(route);
    if (begins || ends) {
      Aeth.write(out.frame, at, Aeth.ACK, answer.messages);
      at += Aeth.BYTES;
    }
    if (region != null && payload > 0) {
      MemorySegment.copy(region.memory(), region.offset(answer.address), out.frame, at, payload);
    }
    BthOperation operation =
        begins
            ? ends ? BthOperation.READ_RESPONSE_ONLY : BthOperation.READ_RESPONSE_FIRST
            : ends ? BthOperation.READ_RESPONSE_LAST : BthOperation.READ_RESPONSE_MIDDLE;
    send(operation, answer.psn, payload);
    answer.begun = true;
    answer.psn++;
    answer.address += payload;
    answer.bytes -= payload;
    return ends;
  }
}

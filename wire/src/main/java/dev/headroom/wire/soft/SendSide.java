package dev.headroom.wire.soft;

import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.packet.BthOperation;
import dev.headroom.wire.packet.FrameHeaders;
import dev.headroom.wire.packet.Opcode;
import dev.headroom.wire.packet.Reth;
import dev.headroom.wire.packet.TransportService;
import dev.headroom.wire.soft.link.HeaderTemplate;
import dev.headroom.wire.verbs.WorkRequest;
import dev.headroom.wire.verbs.WorkRequest.Flag;
import dev.headroom.wire.verbs.WorkRequest.Verb;

/** Requesting side of a queue pair. Sequence numbers never wrap; their low 24 bits are sent. */
abstract class SendSide {
  final QueuePairEngine exchange;
  final PacketWriter out;
  final SendRing works;
  final int mtu;
  private final int pkey;

  SendSide(QueuePairEngine exchange, PacketWriter out, SendRing works, int mtu, int pkey) {
    this.exchange = exchange;
    this.out = out;
    this.works = works;
    this.mtu = mtu;
    this.pkey = pkey;
  }

  /**
   * Sends up to so many packets; returns how many it did.
   *
   * @param mayBegin whether work that has not begun may
   */
  abstract int transmit(int most, long nowNs, boolean mayBegin);

  /** Takes an answer of the peer. */
  void receive(FrameHeaders packet, long nowNs) {}

  /** Looks at the time. */
  void look(long nowNs) {}

  /** When it wants to be asked again; {@code Long.MAX_VALUE}: only when something comes. */
  long wakeNs(long nowNs) {
    return Long.MAX_VALUE;
  }

  /** Whether something is to be sent, or waits for an answer. */
  final boolean isIdle() {
    return works.head == works.tail;
  }

  final void send(
      HeaderTemplate route,
      TransportService service,
      BthOperation operation,
      boolean solicited,
      int queuePair,
      boolean asks,
      long psn,
      int payload) {
    int opcode = Opcode.of(service, operation);
    out.send(route, opcode, solicited, pkey, queuePair, asks, psn, payload);
    exchange.pacer().left(out.lastBytes());
  }

  /** Sends one packet of a SEND or WRITE, the {@code index}th. */
  final void sendData(
      HeaderTemplate route,
      TransportService service,
      int queuePair,
      ActiveWorkRequest work,
      long index,
      long psn,
      boolean asksOnTheWay) {
    WorkRequest request = work.request;
    boolean first = index == 0;
    boolean last = index == work.packets - 1;
    boolean immediate = last && request.immediate().isPresent();
    boolean write = request.verb() == Verb.WRITE;
    long from = index * mtu;
    int payload = (int) Math.min(mtu, work.pieces.bytes() - from);
    long at = out.begin(route);
    if (write && first) {
      Reth.write(out.frame, at, request.remoteAddress(), request.rkey(), work.pieces.bytes());
      at += Reth.BYTES;
    }
    if (immediate) {
      BigEndianBytes.put32(out.frame, at, request.immediate().getAsInt());
      at += 4;
    }
    work.pieces.read(from, out.frame, at, payload);
    boolean wakes = last && (immediate || !write) && request.flags().contains(Flag.SOLICITED);
    BthOperation operation = operation(write, first, last, immediate);
    send(route, service, operation, wakes, queuePair, last || asksOnTheWay, psn, payload);
  }

  static BthOperation operation(boolean write, boolean first, boolean last, boolean imm) {
    if (first && last) {
      return write
          ? imm ? BthOperation.WRITE_ONLY_IMM : BthOperation.WRITE_ONLY
          : imm ? BthOperation.SEND_ONLY_IMM : BthOperation.SEND_ONLY;
    }
    if (last) {
      return write
          ? imm ? BthOperation.WRITE_LAST_IMM : BthOperation.WRITE_LAST
          : imm ? BthOperation.SEND_LAST_IMM : BthOperation.SEND_LAST;
    }
    if (first) {
      return write ? BthOperation.WRITE_FIRST : BthOperation.SEND_FIRST;
    }
    return write ? BthOperation.WRITE_MIDDLE : BthOperation.SEND_MIDDLE;
  }
}

package dev.headroom.wire.soft;

import dev.headroom.wire.verbs.WorkRequest;

/** A work request on its way. */
final class Work {
  final WorkRequest request;
  final Pieces pieces;
  final long packets;

  /** Its first PSN, by a number that never wraps. */
  long firstPsn;

  Work(WorkRequest request, Pieces pieces, int mtu) {
    this.request = request;
    this.pieces = pieces;
    packets = Math.max(1, (pieces.bytes + mtu - 1) / mtu);
  }

  /** The PSN after its last. */
  long endPsn() {
    return firstPsn + packets;
  }

  /** Whether a response brings something back. */
  boolean isAnswered() {
    return switch (request.verb()) {
      case READ, FETCH_AND_ADD, COMPARE_AND_SWAP -> true;
      case SEND, WRITE -> false;
    };
  }
}

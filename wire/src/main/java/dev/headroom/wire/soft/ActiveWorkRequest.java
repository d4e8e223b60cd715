package dev.headroom.wire.soft;

import dev.headroom.wire.verbs.WorkRequest;

/** Work request in progress. One object carries one after another. */
final class ActiveWorkRequest {
  final ScatterGatherMemory pieces = new ScatterGatherMemory();
  WorkRequest request;
  long packets;

  /** Its first PSN, by a number that never wraps. */
  long firstPsn;

  ActiveWorkRequest(WorkRequest request) {
    this.request = request;
  }

  /** Counts the packets that it takes; none is too little. */
  void split(int mtu) {
    packets = Math.max(1, (pieces.bytes() + mtu - 1) / mtu);
  }

  /** The PSN after its last. */
  long endPsn() {
    return firstPsn + packets;
  }

  /** Whether a response brings something back. */
  boolean isAnswered() {
    return request.verb().isAnswered();
  }
}

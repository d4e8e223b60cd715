package dev.headroom.sim.delivery;

import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;

/** End of a connection that receives requests for data (READ) and carries out each once. */
final class ReadRequestReceiver {
  /** What becomes of a request. */
  enum Fate {
    /** It is carried out. */
    NEW,
    /** It has been. */
    AGAIN,
    /** Others come before it that are missing: it is thrown away. */
    TOO_EARLY
  }

  /** The way of the data, which ACKs of requests go, too. */
  final FlowTuple dataTuple;

  private final boolean ordered;
  private final ReceiveBitmap taken = new ReceiveBitmap();

  /**
   * @param ordered whether requests are carried out in the order in which they were made
   */
  ReadRequestReceiver(FlowTuple forth, boolean ordered) {
    this.dataTuple = forth;
    this.ordered = ordered;
  }

  Fate take(Packet request) {
    long number = taken.expected() + (request.psn - (int) taken.expected());
    if (taken.has(number)) {
      return Fate.AGAIN;
    }
    if (ordered && number > taken.expected()) {
      return Fate.TOO_EARLY;
    }
    taken.add(number);
    return Fate.NEW;
  }
}

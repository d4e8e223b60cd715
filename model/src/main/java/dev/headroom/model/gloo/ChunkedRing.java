package dev.headroom.model.gloo;

/**
 * Gloo's older ring all-reduce ({@code allreduce_ring_chunked.h}).
 *
 * <p>2n chunks of at least 256 elements, two of which are under way at once, each to an inbox of
 * its own at the next process; an inbox is written again when its owner has said so. Chunks beyond
 * the end of the buffer are sent as one element.
 */
final class ChunkedRing {
  private static final long LEAST_ELEMENTS = 256;

  private final GlooShare share;
  private final GlooProcess process;
  private final int chunks;
  private final long chunk;

  private ChunkedRing(GlooShare share, GlooProcess process) {
    this.share = share;
    this.process = process;
    chunks = 2 * share.ranks();
    chunk = Math.max(LEAST_ELEMENTS, Math.ceilDiv(share.elements(), chunks));
  }

  static void write(GlooShare share, GlooProcess process) {
    ChunkedRing ring = new ChunkedRing(share, process);
    if (share.elements() > 0) {
      ring.put(2 * share.rank());
      ring.put(2 * share.rank() + 1);
      ring.reduce();
      ring.handOut();
    }
  }

  private void reduce() {
    for (int round = 2; round < chunks; round++) {
      int at = chunkOf(round);
      process.await(share.after(-1));
      process.reduce(bytes(at));
      turn();
      put(at);
    }
  }

  private void handOut() {
    for (int round = 0; round < chunks - 2; round++) {
      int at = chunkOf(round);
      process.await(share.after(-1));
      process.copy(bytes(at));
      if (round < chunks - 4) {
        turn();
        put(at);
      }
    }
    turn();
  }

  /** An inbox here is free, and one at the next process must be. */
  private void turn() {
    process.notify(share.after(-1));
    process.awaitNotice(share.after(1));
  }

  private int chunkOf(int round) {
    return Math.floorMod(2 * share.rank() - (round & ~1) + (round & 1), chunks);
  }

  private long bytes(int at) {
    return GlooShare.within(share.elements(), at * chunk, chunk) * share.element();
  }

  private void put(int at) {
    long bytes = bytes(at % chunks);
    process.put(share.after(1), bytes > 0 ? bytes : share.element());
  }
}

package dev.headroom.model.gloo;

/**
 * Gloo's ring all-reduce and reduce ({@code allreduce.cc}, {@code ring}; {@code reduce.cc}).
 *
 * <p>The buffer is n chunks of at least two segments, each of at most 1 MiB. First every process
 * sends segment after segment to the one before it, and adds to its own what comes from the one
 * behind: after n - 1 chunks each has the sum of one. Then these go round, or to process 0. Two
 * segments are always under way: one is reduced while the next is coming.
 *
 * <p>Reduce goes round until all but two segments have passed, be a chunk two segments or more: of
 * large buffers it sends more than it had to.
 */
final class SegmentedRing {
  private static final long MOST = 1024 * 1024;

  private final GlooShare share;
  private final GlooProcess process;
  private final long perRank;
  private final long segments;
  private final long segment;

  /**
   * @param segments of the whole buffer, a multiple of the number of processes
   * @param segment their size in bytes, but for the last ones
   */
  private SegmentedRing(GlooShare share, GlooProcess process, long segments, long segment) {
    this.share = share;
    this.process = process;
    this.segments = segments;
    this.segment = segment;
    perRank = segments / share.ranks();
  }

  static void writeAllReduce(GlooShare share, GlooProcess process) {
    int n = share.ranks();
    long segments =
        GlooShare.roundUp(Math.max(Math.ceilDiv(share.bytes(), most(share)), 2L * n), n);
    long segment = GlooShare.roundUp(Math.ceilDiv(share.bytes(), segments), share.element());
    SegmentedRing ring = new SegmentedRing(share, process, segments, segment);
    ring.pass(1, true, segments - ring.perRank);
    ring.pass(0, false, segments - ring.perRank);
  }

  static void writeReduce(GlooShare share, GlooProcess process) {
    if (share.bytes() == 0) {
      return;
    }
    int n = share.ranks();
    long segment =
        GlooShare.roundUp(
            Math.min(Math.ceilDiv(share.bytes(), 2L * n), most(share)), share.element());
    long segments = GlooShare.roundUp(Math.max(Math.ceilDiv(share.bytes(), segment), 2L * n), n);
    SegmentedRing ring = new SegmentedRing(share, process, segments, segment);
    ring.pass(1, true, segments - 2);
    ring.gather();
  }

  /** Whole elements. */
  private static long most(GlooShare share) {
    return share.element() * (MOST / share.element());
  }

  /** Every process's chunk to process 0. */
  private void gather() {
    if (share.rank() != 0) {
      if (chunk(share.rank()) > 0) {
        process.send(0, chunk(share.rank()));
      }
      return;
    }
    for (int peer = 1; peer < share.ranks() && chunk(peer) > 0; peer++) {
      process.expect(peer);
    }
    for (int peer = 1; peer < share.ranks() && chunk(peer) > 0; peer++) {
      process.await(peer);
    }
  }

  private long chunk(int rank) {
    return GlooShare.within(share.bytes(), rank * perRank * segment, perRank * segment);
  }

  /**
   * Round the ring.
   *
   * @param ahead whose chunk a process begins with: that of the one so many after it
   * @param rounds segments that each process sends
   */
  private void pass(int ahead, boolean reduces, long rounds) {
    int from = share.after(1);
    int to = share.after(-1);
    for (long i = 0; i < rounds + 2; i++) {
      if (i >= 2) {
        long came = length(ahead + 1, i - 2);
        if (came > 0) {
          process.await(from);
          process.reduce(reduces ? came : 0);
        }
      }
      if (i < rounds) {
        if (length(ahead + 1, i) > 0) {
          process.expect(from);
        }
        long leaves = length(ahead, i);
        if (leaves > 0) {
          process.send(to, leaves);
        }
      }
    }
  }

  /** Of the segment that is i behind the first of a process's chunk. */
  private long length(int ahead, long i) {
    long at = ((share.rank() + ahead) * perRank + i) % segments;
    return GlooShare.within(share.bytes(), at * segment, segment);
  }
}

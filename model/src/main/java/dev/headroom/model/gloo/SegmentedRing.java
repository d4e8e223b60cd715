package dev.headroom.model.gloo;

/**
 * Gloo's ring all-reduce ({@code allreduce.cc}, {@code ring}).
 *
 * <p>The buffer is n chunks of at least two segments, each of at most 1 MiB. First every process
 * sends segment after segment to the one before it, and adds to its own what comes from the one
 * behind: after n - 1 chunks each has the sum of one. Then these go round. Two segments are always
 * under way: one is reduced while the next is coming.
 */
final class SegmentedRing {
  private static final long MOST = 1024 * 1024;

  private final Share share;
  private final GlooProcess process;
  private final long perRank;
  private final long segments;
  private final long segment;

  private SegmentedRing(Share share, GlooProcess process) {
    this.share = share;
    this.process = process;
    int element = share.element();
    long most = element * Math.max(1, MOST / element);
    int n = share.ranks();
    segments = Share.roundUp(Math.max(Math.ceilDiv(share.bytes(), most), 2L * n), n);
    perRank = segments / n;
    segment = Share.roundUp(Math.ceilDiv(share.bytes(), segments), element);
  }

  static void write(Share share, GlooProcess process) {
    SegmentedRing ring = new SegmentedRing(share, process);
    ring.pass(1, true);
    ring.pass(0, false);
  }

  /**
   * Once round the ring, one chunk short of it.
   *
   * @param ahead whose chunk a process begins with: that of the one so many after it
   */
  private void pass(int ahead, boolean reduces) {
    int from = share.after(1);
    int to = share.after(-1);
    long rounds = segments - perRank;
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
    return Share.within(share.bytes(), at * segment, segment);
  }
}

package dev.headroom.model.gloo;

/**
 * Gloo's halving and doubling ({@code allreduce_halving_doubling.h}; Thakur et al., IJHPCA 2005).
 *
 * <p>The processes are cut into blocks whose sizes are powers of two, the largest first. Within a
 * block pairs exchange halves of what they share, at distances 1, 2, 4, ...: after log2 steps each
 * has its block's sum of one piece. Smaller blocks scatter theirs over the next larger one, which
 * answers with the whole sum when it has it. Then the same steps backwards.
 */
final class HalvingDoubling {
  private final GlooShare share;
  private final GlooProcess process;
  private final long count;

  /** This process's block, and those next to it; 0 where there is none. */
  private int block;

  private int firstOfBlock;
  private int smaller;
  private int larger;

  /** Of each step within the block: what this process sends, and what it keeps, in elements. */
  private final long[] sent;

  private final long[] kept;

  /** Half of what this process has the sum of, in elements, as if the buffer were whole chunks. */
  private final long finest;

  HalvingDoubling(GlooShare share, GlooProcess process) {
    this.share = share;
    this.process = process;
    count = share.elements();
    findBlock();
    int steps = log2(share.ranks());
    long chunk = Math.ceilDiv(count, 1L << steps);
    sent = new long[log2(block)];
    kept = new long[sent.length];
    long step = (chunk << steps) >> 1;
    long offset = 0;
    for (int i = 0; i < sent.length; i++) {
      boolean upper = ((share.rank() >> i) & 1) == 1;
      sent[i] = GlooShare.within(count, offset + (upper ? 0 : step), step);
      kept[i] = GlooShare.within(count, offset + (upper ? step : 0), step);
      offset += upper ? step : 0;
      step >>= 1;
    }
    finest = step;
  }

  private static int log2(int value) {
    return 31 - Integer.numberOfLeadingZeros(value);
  }

  private void findBlock() {
    int offset = share.ranks();
    int current = 0;
    for (int size = 1; offset != 0; size <<= 1) {
      if ((share.ranks() & size) != 0) {
        int before = current;
        current = size;
        offset -= size;
        if (block != 0) {
          larger = current;
          return;
        }
        if (offset <= share.rank()) {
          firstOfBlock = offset;
          block = current;
          smaller = before;
        }
      }
    }
  }

  void write() {
    if (count == 0) {
      return;
    }
    for (int i = 0; i < sent.length; i++) {
      int peer = share.rank() ^ (1 << i);
      put(peer, sent[i]);
      take(peer, kept[i], true);
      process.notify(peer);
    }
    fromSmaller();
    overLarger();
    toSmaller();
    for (int i = sent.length - 1; i >= 0; i--) {
      int peer = share.rank() ^ (1 << i);
      process.awaitNotice(peer);
      put(peer, kept[i]);
      take(peer, sent[i], false);
      process.notify(peer);
    }
    for (int i = sent.length - 1; i >= 0; i--) {
      process.awaitNotice(share.rank() ^ (1 << i));
    }
  }

  private void put(int peer, long elements) {
    if (elements > 0) {
      process.put(peer, elements * share.element());
    }
  }

  private void take(int peer, long elements, boolean reduces) {
    if (elements > 0) {
      process.await(peer);
      long bytes = elements * share.element();
      if (reduces) {
        process.reduce(bytes);
      } else {
        process.copy(bytes);
      }
    }
  }

  /** The piece that this process has its block's sum of. */
  private long own() {
    return kept.length > 0 ? kept[kept.length - 1] : count;
  }

  private int inSmaller() {
    return firstOfBlock + block + share.rank() % block % smaller;
  }

  private void fromSmaller() {
    if (smaller != 0) {
      take(inSmaller(), own(), true);
    }
  }

  private void toSmaller() {
    if (smaller != 0) {
      put(inSmaller(), own());
    }
  }

  private void overLarger() {
    if (larger == 0) {
      return;
    }
    int peers = larger / block;
    long piece = finest >> (log2(peers) - 1);
    int first = reversed(share.rank() % block, log2(block)) * peers;
    for (int i = 0; i < peers; i++) {
      put(inLarger(first + i), GlooShare.within(own(), i * piece, piece));
    }
    for (int i = 0; i < peers; i++) {
      if (GlooShare.within(own(), i * piece, piece) > 0) {
        process.await(inLarger(first + i));
      }
    }
    process.copy(own() * share.element());
  }

  /** After halving, pieces lie in the order of their process's bits read backwards. */
  private int inLarger(int ordinal) {
    return firstOfBlock - larger + reversed(ordinal, log2(larger));
  }

  private static int reversed(int value, int bits) {
    return bits == 0 ? 0 : Integer.reverse(value) >>> (32 - bits);
  }
}

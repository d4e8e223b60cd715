package dev.headroom.model.collective;

import dev.headroom.unit.Keyword;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Collective operation, with the data volume that nccl-tests counts (PERFORMANCE.md of nccl-tests).
 *
 * <p>Its size S is what nccl-tests prints: the largest buffer that a rank holds before or after.
 * The algorithm bandwidth is S / t. The bus bandwidth is that times a factor which makes it
 * comparable with the speed of a link, whatever the number of ranks n:
 *
 * <pre>
 *   all-reduce                                               2(n-1)/n
 *   all-gather, reduce-scatter, all-to-all, gather, scatter  (n-1)/n
 *   broadcast, reduce, send and receive                      1
 * </pre>
 */
public enum Collective implements Keyword {
  BROADCAST,
  REDUCE,
  ALL_GATHER,
  REDUCE_SCATTER,
  ALL_REDUCE,
  ALL_TO_ALL,
  SEND_RECV,
  GATHER,
  SCATTER;

  /** nccl-tests: {@code -n}, unless told otherwise. */
  private static final int NCCL_TESTS_CALLS = 20;

  /** Beside calls of so much together it is no longer seen how the first fills the chain. */
  private static final long ENOUGH_BYTES = 4L << 30;

  public static List<String> words() {
    return Arrays.stream(values()).map(Collective::word).toList();
  }

  public static Optional<Collective> named(String word) {
    return Arrays.stream(values()).filter(each -> each.word().equals(word)).findFirst();
  }

  /** Bus bandwidth over algorithm bandwidth among {@code ranks} ranks, 2 or more. */
  public double busFactor(int ranks) {
    double others = (ranks - 1.0) / ranks;
    return switch (this) {
      case ALL_REDUCE -> 2 * others;
      case ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL, GATHER, SCATTER -> others;
      case BROADCAST, REDUCE, SEND_RECV -> 1;
    };
  }

  /** Whether values are summed: nccl-tests names the operation then. */
  public boolean reduces() {
    return this == REDUCE || this == REDUCE_SCATTER || this == ALL_REDUCE;
  }

  /** Whether NCCL has a choice of algorithms for it; the others are sends and receives. */
  public boolean isTuned() {
    return switch (this) {
      case BROADCAST, REDUCE, ALL_GATHER, REDUCE_SCATTER, ALL_REDUCE -> true;
      case ALL_TO_ALL, SEND_RECV, GATHER, SCATTER -> false;
    };
  }

  /** Whether one rank, the first, has another part in it than the others. */
  public boolean isRooted() {
    return switch (this) {
      case BROADCAST, REDUCE, GATHER, SCATTER -> true;
      case ALL_GATHER, REDUCE_SCATTER, ALL_REDUCE, ALL_TO_ALL, SEND_RECV -> false;
    };
  }

  /**
   * How many calls one after another show what nccl-tests measures, which makes 20. Ranks that have
   * unlike parts in a call are done with it at unlike times, so that it overlaps with the next;
   * others take as long for one as for many. Of much data fewer than 20 say the same.
   *
   * @param bytes as nccl-tests counts them
   */
  public int callsMeasured(long bytes) {
    return isRooted() ? Math.clamp(ENOUGH_BYTES / Math.max(1, bytes), 1, NCCL_TESTS_CALLS) : 1;
  }

  /** Whether its size is that of the parts of all ranks, and not of one buffer. */
  public boolean isOfParts() {
    return switch (this) {
      case ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL, GATHER, SCATTER -> true;
      case BROADCAST, REDUCE, ALL_REDUCE, SEND_RECV -> false;
    };
  }

  /**
   * Whether what every rank brings is part of its result as it is, and is copied there if need be.
   */
  public boolean copiesOwnData() {
    return this == ALL_GATHER;
  }

  /** Steps of a ring, as NCCL's model counts them; only where {@link #isTuned}. */
  int ringSteps(int ranks) {
    return switch (this) {
      case ALL_REDUCE -> 2 * (ranks - 1);
      case ALL_GATHER, REDUCE_SCATTER -> ranks - 1;
      default -> ranks;
    };
  }
}

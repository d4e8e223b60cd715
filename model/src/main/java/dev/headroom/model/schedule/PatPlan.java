package dev.headroom.model.schedule;

import java.util.Arrays;

/**
 * Plan of one rank for a round of NCCL's PAT, parallel aggregated trees ({@code PatAGAlgorithm} and
 * {@code PatRSAlgorithm} in {@code collectives.h} of NCCL 2.30.7; Jeaugey, arXiv:2506.20252). It is
 * the same for every rank.
 *
 * <p>In an all-gather the data of each rank goes down a binomial tree of its own: who is s ranks
 * away from where it comes from, with 2^d the lowest bit of s, has it from who is s - 2^d away,
 * over <i>dimension</i> d. Trees are walked through in parallel. With N the next power of two, A of
 * them are aggregated (the last log A levels at once, farthest first), and in between each goes
 * depth first through a tree of N / A. A reduce-scatter is the same in the opposite direction and
 * order.
 *
 * <p>A step handles one chunk: it receives it, sends it, or both. What A trees send in a stage goes
 * in messages of P chunks. Where all fits into a message there are log2 N of them, as with
 * recursive doubling; where P is 1, as many as chunks.
 */
final class PatPlan {
  /** No dimension: nothing is received, or sent. */
  static final int NONE = -1;

  private final int ranks;
  private final int aggregated;
  private final int delta;
  private final int perMessage;

  // Of steps: the dimension of the message that each takes, and of that which it completes.
  private int[] takes = new int[16];
  private int[] completes = new int[16];
  private boolean[] passes = new boolean[16];
  private int steps;

  // Of dimensions: messages so far, how many were taken, chunks of each.
  private final int[] sent;
  private final int[] taken;
  private final int[][] chunks;
  private final boolean[] open;

  /** Of distances: which message of their dimension has their chunk. */
  private final int[] messageOf;

  /**
   * @param ranks 2 or more
   * @param aggregated trees: a power of two, less than {@code ranks} unless it is 1
   * @param perMessage chunks that go in a message, at most {@code aggregated}
   */
  private PatPlan(int ranks, int aggregated, int perMessage) {
    this.ranks = ranks;
    this.aggregated = aggregated;
    this.perMessage = perMessage;
    int all = 1 << dimensions(ranks);
    delta = all / aggregated;
    sent = new int[dimensions(ranks)];
    taken = new int[sent.length];
    chunks = new int[sent.length][4];
    open = new boolean[sent.length];
    messageOf = new int[all];
  }

  /**
   * The plan of an all-gather.
   *
   * @param share bytes of each rank on a channel
   * @param message bytes of a message at most
   */
  static PatPlan gather(int ranks, long share, long message) {
    PatPlan plan = sized(ranks, share, message);
    plan.gather();
    return plan;
  }

  /** The plan of a reduce-scatter. */
  static PatPlan scatter(int ranks, long share, long message) {
    PatPlan plan = sized(ranks, share, message);
    plan.scatter();
    return plan;
  }

  /**
   * As many trees as fit a message, and eight messages, the slots of a connection's buffer; never
   * more than half of the ranks.
   */
  private static PatPlan sized(int ranks, long share, long message) {
    int fit = 1;
    while (2 * share * fit <= message && fit < ranks / 2) {
      fit *= 2;
    }
    int aggregated = fit;
    for (int slots = 8; slots > 1 && aggregated < ranks / 2; slots /= 2) {
      aggregated *= 2;
    }
    return new PatPlan(ranks, aggregated, fit);
  }

  /** Dimensions of so many ranks: log2, rounded up. */
  static int dimensions(int ranks) {
    return 32 - Integer.numberOfLeadingZeros(ranks - 1);
  }

  /** Of this plan's ranks. */
  int dimensions() {
    return sent.length;
  }

  int steps() {
    return steps;
  }

  /** The dimension of the message that a step waits for; {@link #NONE}: it has all it needs. */
  int takes(int step) {
    return takes[step];
  }

  /** The first step that waits for nothing, and so sends what the rank itself has. */
  int firstOwn() {
    int step = 0;
    while (takes[step] != NONE) {
      step++;
    }
    return step;
  }

  /** The dimension of the message that a step completes; {@link #NONE}: it does not. */
  int sends(int step) {
    return completes[step];
  }

  /** Whether a step puts its chunk into a message; else the chunk stays here. */
  boolean passes(int step) {
    return passes[step];
  }

  /** Messages over a dimension. */
  int messages(int dimension) {
    return sent[dimension];
  }

  /** Room of how many chunks the k-th message of a dimension has; some may be left empty. */
  int chunks(int dimension, int k) {
    return chunks[dimension][k];
  }

  private static int dimensionOf(int distance) {
    return Integer.numberOfTrailingZeros(distance);
  }

  // --- all-gather -------------------------------------------------------------------------------

  private void gather() {
    for (int scale = aggregated / 2; scale > 0; scale /= 2) {
      pass(scale * delta, 2 * scale * delta, aggregated / (2 * scale));
    }
    walk(0, delta);
  }

  /** Goes down from a node of the tree between the aggregated ones, the larger child first. */
  private void walk(int node, int span) {
    for (int bit = span / 2; bit > 0; bit /= 2) {
      int child = node + bit;
      pass(child, delta, aggregated);
      if (bit == 1) {
        for (int distance = child; distance < ranks; distance += delta) {
          stay(distance);
        }
      }
      walk(child, bit);
    }
  }

  /** Sends on what those at so many distances have not yet; takes it first if it is not here. */
  private void pass(int first, int stride, int count) {
    for (int a = 0; a < count; a++) {
      int distance = first + a * stride;
      int from = distance & (distance - 1);
      if (distance < ranks) {
        boolean last = a == count - 1 || distance + stride >= ranks;
        step(from, put(distance, a, last));
      } else if ((distance & 1) == 1 && from < ranks) {
        stay(from); // it has nobody to pass this on to
      }
    }
  }

  // --- reduce-scatter ---------------------------------------------------------------------------

  private void scatter() {
    for (int node = delta - 1; node > 0; node--) {
      boolean leaf = (node & 1) == 1;
      for (int a = 0; a < aggregated && leaf; a++) {
        int distance = mirrored(a, aggregated) * delta + node;
        if (distance < ranks) {
          step(0, put(distance, a, a == aggregated - 1));
        }
      }
      if (node > 1) {
        reduce(node, delta, aggregated, leaf);
      }
    }
    for (int scale = 1; scale < aggregated; scale *= 2) {
      int many = aggregated / (2 * scale);
      reduce(scale * delta + 1, 2 * scale * delta, many, true);
      reduce(scale * delta, 2 * scale * delta, many, false);
    }
    stay(1);
  }

  /**
   * Adds what comes from so many distances to what goes nearer.
   *
   * @param last whether that is all of it, so that it can go
   */
  private void reduce(int first, int stride, int count, boolean last) {
    for (int a = 0; a < count; a++) {
      int distance = first + mirrored(a, count) * stride;
      int to = distance & (distance - 1);
      if (to < ranks) {
        int from = distance < ranks ? distance : 0;
        if (last) {
          step(from, put(to, a, a == count - 1));
        } else {
          stay(from);
        }
      }
    }
  }

  /** Bits in the opposite order, and inverted: the largest first. */
  private static int mirrored(int i, int count) {
    int bits = Integer.numberOfTrailingZeros(count);
    return bits == 0 ? 0 : Integer.reverse(~i) >>> (32 - bits);
  }

  // --- messages ---------------------------------------------------------------------------------

  /**
   * Puts a chunk into a message.
   *
   * @param place in its stage
   * @param last whether the stage has no more
   * @return the dimension of the message, if that is complete; else {@link #NONE}
   */
  private int put(int distance, int place, boolean last) {
    int dimension = dimensionOf(distance);
    if (!open[dimension]) {
      open[dimension] = true;
      if (sent[dimension]++ == chunks[dimension].length) {
        chunks[dimension] = Arrays.copyOf(chunks[dimension], 2 * sent[dimension]);
      }
    }
    messageOf[distance] = sent[dimension] - 1;
    int within = place % perMessage;
    chunks[dimension][sent[dimension] - 1] = within + 1;
    open[dimension] = !last && within < perMessage - 1;
    return open[dimension] ? NONE : dimension;
  }

  /** Adds a step that takes the chunk of a distance, and keeps it; 0: it is here already. */
  private void stay(int from) {
    step(from, NONE);
    passes[steps - 1] = false;
  }

  /**
   * Adds a step that puts a chunk into a message.
   *
   * @param from the distance whose chunk it takes out of a message; 0: it is here
   * @param sends the dimension of the message that it completes, or {@link #NONE}
   */
  private void step(int from, int sends) {
    if (steps == takes.length) {
      takes = Arrays.copyOf(takes, 2 * steps);
      completes = Arrays.copyOf(completes, 2 * steps);
      passes = Arrays.copyOf(passes, 2 * steps);
    }
    takes[steps] = from == 0 ? NONE : take(from);
    passes[steps] = true;
    completes[steps++] = sends;
  }

  /** The dimension of the message that has the chunk of a distance, if it is still to be taken. */
  private int take(int distance) {
    int dimension = dimensionOf(distance);
    if (messageOf[distance] < taken[dimension]) {
      return NONE;
    }
    taken[dimension]++;
    return dimension;
  }
}

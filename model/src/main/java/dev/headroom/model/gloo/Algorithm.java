package dev.headroom.model.gloo;

import dev.headroom.model.collective.Collective;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Gloo's algorithms, as far as they are modelled. */
public enum Algorithm {
  /** {@code allreduce.cc}, which PyTorch calls; {@code allgather.cc}. */
  RING("ring", Collective.ALL_REDUCE, Collective.ALL_GATHER),
  /** {@code allreduce.cc}: groups of two, and what is left of the number of processes last. */
  BCUBE("bcube", Collective.ALL_REDUCE),
  /** {@code allreduce_ring_chunked.h}, which Gloo's benchmark is mostly called with. */
  RING_CHUNKED("ring-chunked", Collective.ALL_REDUCE),
  /** {@code allreduce_halving_doubling.h}: binary blocks. */
  HALVING_DOUBLING("halving-doubling", Collective.ALL_REDUCE),
  /** {@code broadcast.cc}. */
  BINOMIAL_TREE("binomial-tree", Collective.BROADCAST),
  /** {@code alltoall.cc}: everything at once. */
  PAIRWISE("pairwise", Collective.ALL_TO_ALL);

  private final String word;

  /** One, and another or the same again. */
  private final Collective collective;

  private final Collective another;

  Algorithm(String word, Collective collective) {
    this(word, collective, collective);
  }

  Algorithm(String word, Collective collective, Collective another) {
    this.word = word;
    this.collective = collective;
    this.another = another;
  }

  /** As files name it. */
  public String word() {
    return word;
  }

  public static List<String> words() {
    return Arrays.stream(values()).map(Algorithm::word).toList();
  }

  public static Optional<Algorithm> named(String word) {
    return Arrays.stream(values()).filter(each -> each.word.equals(word)).findFirst();
  }

  /** Those that can run a collective, what Gloo takes by itself first. */
  public static Stream<Algorithm> of(Collective collective) {
    return Arrays.stream(values())
        .filter(each -> each.collective == collective || each.another == collective);
  }

  /** Writes down what a process does. */
  void write(Collective collective, Share share, GlooProcess process) {
    switch (this) {
      case RING -> {
        if (collective == Collective.ALL_GATHER) {
          Gather.write(share, process);
        } else {
          SegmentedRing.write(share, process);
        }
      }
      case BCUBE -> Bcube.write(share, process);
      case RING_CHUNKED -> ChunkedRing.write(share, process);
      case HALVING_DOUBLING -> new HalvingDoubling(share, process).write();
      case BINOMIAL_TREE -> Spread.write(share, process);
      case PAIRWISE -> Exchange.write(share, process);
    }
  }
}

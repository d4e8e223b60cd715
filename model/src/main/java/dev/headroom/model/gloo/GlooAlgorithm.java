package dev.headroom.model.gloo;

import dev.headroom.model.collective.Collective;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Algorithms of Gloo, as far as they are modelled. */
public enum GlooAlgorithm {
  /** {@code allreduce.cc}, which PyTorch calls; {@code allgather.cc}; {@code reduce.cc}. */
  RING("ring"),
  /** {@code allreduce.cc}: groups of two, and what is left of the number of processes last. */
  BCUBE("bcube"),
  /** {@code allreduce_ring_chunked.h}, which Gloo's benchmark is mostly called with. */
  RING_CHUNKED("ring-chunked"),
  /** {@code allreduce_halving_doubling.h}: binary blocks. */
  HALVING_DOUBLING("halving-doubling"),
  /** {@code broadcast.cc}. */
  BINOMIAL_TREE("binomial-tree"),
  /** {@code alltoall.cc}: everything at once. */
  PAIRWISE("pairwise"),
  /** {@code gather.cc}, {@code scatter.cc}: everybody to process 0 at once, or it to everybody. */
  DIRECT("direct");

  private final String word;

  GlooAlgorithm(String word) {
    this.word = word;
  }

  /** As files name it. */
  public String word() {
    return word;
  }

  public static List<String> words() {
    return Arrays.stream(values()).map(GlooAlgorithm::word).toList();
  }

  public static Optional<GlooAlgorithm> named(String word) {
    return Arrays.stream(values()).filter(each -> each.word.equals(word)).findFirst();
  }

  /** Those that can run a collective, what Gloo takes by itself first. */
  public static Stream<GlooAlgorithm> of(Collective collective) {
    return switch (collective) {
      case ALL_REDUCE -> Stream.of(RING, BCUBE, RING_CHUNKED, HALVING_DOUBLING);
      case ALL_GATHER, REDUCE -> Stream.of(RING);
      case BROADCAST -> Stream.of(BINOMIAL_TREE);
      case ALL_TO_ALL -> Stream.of(PAIRWISE);
      case GATHER, SCATTER -> Stream.of(DIRECT);
      case REDUCE_SCATTER, SEND_RECV -> Stream.empty();
    };
  }

  /** Writes down what a process does. */
  void write(Collective collective, GlooShare share, GlooProcess process) {
    switch (this) {
      case RING -> {
        switch (collective) {
          case ALL_GATHER -> GlooRingAllGather.write(share, process);
          case REDUCE -> SegmentedRing.writeReduce(share, process);
          default -> SegmentedRing.writeAllReduce(share, process);
        }
      }
      case BCUBE -> Bcube.write(share, process);
      case RING_CHUNKED -> ChunkedRing.write(share, process);
      case HALVING_DOUBLING -> new HalvingDoubling(share, process).write();
      case BINOMIAL_TREE -> GlooBroadcast.write(share, process);
      case PAIRWISE -> GlooAllToAll.write(share, process);
      case DIRECT -> {
        if (collective == Collective.GATHER) {
          GlooGatherScatter.gather(share, process);
        } else {
          GlooGatherScatter.scatter(share, process);
        }
      }
    }
  }
}

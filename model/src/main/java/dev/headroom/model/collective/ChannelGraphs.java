package dev.headroom.model.collective;

import java.util.List;

/**
 * Results of NCCL's search in a server, pattern by pattern.
 *
 * @param nvls the NVLink switch reduces
 * @param chain the network reduces, behind a chain of GPUs
 * @param direct the network reduces, every GPU with its own NIC
 * @param exits of each GPU of a machine, the NIC by which its messages leave; empty: the one next
 *     to it, or with PXN that of the receiver's rail
 */
public record ChannelGraphs(
    ChannelGraph ring,
    ChannelGraph tree,
    ChannelGraph nvls,
    ChannelGraph chain,
    ChannelGraph direct,
    List<Integer> exits) {
  /** Of a machine whose search nobody has asked. */
  public static final ChannelGraphs UNKNOWN =
      new ChannelGraphs(
          ChannelGraph.NONE,
          ChannelGraph.NONE,
          ChannelGraph.NONE,
          ChannelGraph.NONE,
          ChannelGraph.NONE);

  public ChannelGraphs {
    exits = List.copyOf(exits);
  }

  /** With messages that leave next to the GPU. */
  public ChannelGraphs(
      ChannelGraph ring,
      ChannelGraph tree,
      ChannelGraph nvls,
      ChannelGraph chain,
      ChannelGraph direct) {
    this(ring, tree, nvls, chain, direct, List.of());
  }

  /** The same where the NVLink switch does not reduce. */
  public ChannelGraphs withoutNvls() {
    return new ChannelGraphs(ring, tree, ChannelGraph.NONE, chain, direct, exits);
  }

  /** The same with other rings. */
  public ChannelGraphs withRing(ChannelGraph other) {
    return new ChannelGraphs(other, tree, nvls, chain, direct, exits);
  }

  /** Whether anything is known of it: every search finds rings. */
  public boolean isKnown() {
    return ring.channels() > 0;
  }

  /** That which an algorithm runs on. */
  public ChannelGraph of(NcclAlgorithm algorithm) {
    return switch (algorithm) {
      case TREE, PAT -> tree;
      case RING -> ring;
      case COLLNET_DIRECT -> direct;
      case COLLNET_CHAIN -> chain;
      case NVLS, NVLS_TREE -> nvls;
    };
  }
}

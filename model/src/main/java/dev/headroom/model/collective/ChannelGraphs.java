package dev.headroom.model.collective;

/**
 * What NCCL's search has found in a server, pattern by pattern.
 *
 * @param nvls the NVLink switch reduces
 * @param chain the network reduces, behind a chain of GPUs
 * @param direct the network reduces, every GPU with its own NIC
 */
public record ChannelGraphs(
    ChannelGraph ring,
    ChannelGraph tree,
    ChannelGraph nvls,
    ChannelGraph chain,
    ChannelGraph direct) {

  /** That which an algorithm runs on. */
  public ChannelGraph of(Algorithm algorithm) {
    return switch (algorithm) {
      case TREE, PAT -> tree;
      case RING -> ring;
      case COLLNET_DIRECT -> direct;
      case COLLNET_CHAIN -> chain;
      case NVLS, NVLS_TREE -> nvls;
    };
  }
}

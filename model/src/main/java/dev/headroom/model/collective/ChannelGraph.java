package dev.headroom.model.collective;

/**
 * Result of NCCL's search for one pattern in a server: the number of channels and their bandwidth.
 * Its log prints one such line for each pattern.
 *
 * @param channels 0 where the pattern is not available
 * @param intraGBps of each channel between GPUs, 10^9 bytes a second
 * @param interGBps of each channel to and from the network
 * @param intra the worst path between GPUs
 * @param inter the worst path from a GPU to a NIC
 * @param sameChannels all channels go through the GPUs in the same order
 * @param simpleTree of a tree: the GPU that receives from the network sends to it as well
 * @param ways how many channels differ in the GPUs that they enter a machine by; the others are
 *     copies of these
 * @param paths how a channel goes through a machine: a ring from where it enters to where it
 *     leaves, a tree from its head on
 */
public record ChannelGraph(
    int channels,
    double intraGBps,
    double interGBps,
    PathClass intra,
    PathClass inter,
    boolean sameChannels,
    boolean simpleTree,
    int ways,
    GpuPaths paths) {
  public static final ChannelGraph NONE =
      new ChannelGraph(0, 0, 0, PathClass.LOC, PathClass.LOC, false, false);

  /** Through one GPU after the other. */
  public ChannelGraph(
      int channels,
      double intraGBps,
      double interGBps,
      PathClass intra,
      PathClass inter,
      boolean sameChannels,
      boolean simpleTree,
      int ways) {
    this(
        channels,
        intraGBps,
        interGBps,
        intra,
        inter,
        sameChannels,
        simpleTree,
        ways,
        GpuPaths.PLAIN);
  }

  /** Channels that all differ. */
  public ChannelGraph(
      int channels,
      double intraGBps,
      double interGBps,
      PathClass intra,
      PathClass inter,
      boolean sameChannels,
      boolean simpleTree) {
    this(channels, intraGBps, interGBps, intra, inter, sameChannels, simpleTree, channels);
  }

  /** Of channels over NVLink, with NICs behind the GPUs' own PCIe switch. */
  public static ChannelGraph nvlink(int channels, double intraGBps, double interGBps) {
    return new ChannelGraph(
        channels, intraGBps, interGBps, PathClass.NVL, PathClass.PIX, false, false);
  }

  public ChannelGraph to(PathClass network) {
    return new ChannelGraph(
        channels, intraGBps, interGBps, intra, network, sameChannels, simpleTree, ways, paths);
  }

  /** With that for the worst path between GPUs. */
  public ChannelGraph between(PathClass gpus) {
    return new ChannelGraph(
        channels, intraGBps, interGBps, gpus, inter, sameChannels, simpleTree, ways, paths);
  }

  public ChannelGraph inSameOrder() {
    return new ChannelGraph(
        channels, intraGBps, interGBps, intra, inter, true, simpleTree, ways, paths);
  }

  public ChannelGraph asSimpleTree() {
    return new ChannelGraph(
        channels, intraGBps, interGBps, intra, inter, sameChannels, true, ways, paths);
  }

  /** Only so many of its channels differ. */
  public ChannelGraph over(int distinct) {
    return new ChannelGraph(
        channels, intraGBps, interGBps, intra, inter, sameChannels, simpleTree, distinct, paths);
  }

  /** Through the GPUs of a machine so. */
  public ChannelGraph along(GpuPaths paths) {
    return new ChannelGraph(
        channels, intraGBps, interGBps, intra, inter, sameChannels, simpleTree, ways, paths);
  }
}

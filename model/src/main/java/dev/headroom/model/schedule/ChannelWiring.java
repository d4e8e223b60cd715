package dev.headroom.model.schedule;

import dev.headroom.model.collective.ChannelGraph;
import dev.headroom.model.collective.Collective;
import dev.headroom.model.collective.Communicator;
import dev.headroom.model.collective.NcclProtocol;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Rings and trees that NCCL lays through all GPUs at communicator creation, channel by channel.
 * {@link NcclRing} and {@link NcclTree} run on them.
 */
public final class ChannelWiring {
  private final int channels;
  private final int ranks;
  private final NcclTree tree;

  /** By channel: the GPUs in the order of the ring, from GPU 0 on. */
  private final List<List<Integer>> rings = new ArrayList<>();

  private ChannelWiring(ClusterLayout layout, int channels) {
    Communicator communicator = layout.cluster().communicator();
    ChannelGraph ring = communicator.graphs().ring();
    ChannelGraph trees = communicator.graphs().tree();
    this.channels = channels;
    ranks = layout.ranks();
    tree = new NcclTree(layout, NcclProtocol.SIMPLE, channels, trees, 1, 1);
    ChannelShares one = ChannelShares.even(channels, 1);
    Schedule all =
        new NcclRing(layout, Collective.ALL_REDUCE, NcclProtocol.SIMPLE, channels, ring, 1, one);
    for (int channel = 0; channel < channels; channel++) {
      List<Integer> order = new ArrayList<>();
      for (int position = 0; position < ranks; position++) {
        order.add(all.rank(channel * ranks + position));
      }
      int first = order.indexOf(0);
      List<Integer> turned = new ArrayList<>(order.subList(first, ranks));
      turned.addAll(order.subList(0, first));
      rings.add(List.copyOf(turned));
    }
  }

  /**
   * Through all GPUs of a cluster.
   *
   * @param channels if that many are forced
   */
  public static ChannelWiring of(ClusterLayout layout, Optional<Integer> channels) {
    return new ChannelWiring(layout, channels.orElse(layout.cluster().communicator().channels()));
  }

  public int channels() {
    return channels;
  }

  /** The GPUs of a ring in its order, from GPU 0 on. */
  public List<Integer> ring(int channel) {
    return rings.get(channel);
  }

  /** The GPU that one sends to in a ring. */
  public int next(int channel, int rank) {
    return at(channel, rank, 1);
  }

  /** The GPU that one receives from in a ring. */
  public int previous(int channel, int rank) {
    return at(channel, rank, -1);
  }

  private int at(int channel, int rank, int step) {
    List<Integer> ring = rings.get(channel);
    return ring.get(Math.floorMod(ring.indexOf(rank) + step, ranks));
  }

  /** The GPU above one in a tree; empty at the root. */
  public Optional<Integer> parent(int channel, int rank) {
    return some(tree.parent(channel, rank));
  }

  /** The GPUs below one in a tree: the next of its machine, and heads of other machines. */
  public List<Integer> children(int channel, int rank) {
    List<Integer> below = new ArrayList<>();
    some(tree.child(channel, rank, 2)).ifPresent(below::add);
    some(tree.child(channel, rank, 0)).ifPresent(below::add);
    some(tree.child(channel, rank, 1)).ifPresent(below::add);
    return below;
  }

  private static Optional<Integer> some(int rank) {
    return rank == DoubleTree.NONE ? Optional.empty() : Optional.of(rank);
  }
}

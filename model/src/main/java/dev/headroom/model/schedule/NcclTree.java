package dev.headroom.model.schedule;

import dev.headroom.model.collective.ChannelGraph;
import dev.headroom.model.collective.CollectiveLibrary;
import dev.headroom.model.collective.NcclProtocol;

/**
 * Schedule of NCCL's all-reduce over a double binary tree ({@code device/all_reduce.h}, {@code
 * runTreeSplit}).
 *
 * <p>In each machine the GPUs are a chain whose head is in the tree over the machines, in the order
 * that NCCL's search has found; the first child of a machine hangs on the GPU after the head,
 * unless the tree is a simple one ({@code graph/connect.cc}, {@code child0Index} of a balanced
 * tree). Half of each channel's threads reduce towards the root, the other half broadcast from it,
 * piece by piece and at the same time: two workers. The second half of the channels uses the second
 * tree. With RCCL and Simple all threads first reduce all of their channel, and then broadcast it
 * ({@code runTreeUpDown}): one worker.
 *
 * <p>Worker {@code 2 * (channel * n + rank)} reduces, the one after it broadcasts. Line {@code 2 *
 * (channel * n + rank)} leads from a rank up to its parent, the one after it from the parent down.
 */
final class NcclTree implements Schedule {
  private final ClusterLayout layout;
  private final NcclProtocol protocol;
  private final int channels;
  private final int distinct;
  private final int n;
  private final ChannelRows rows;
  private final DoubleTree tree;
  private final int firstChildAt;

  /** Whether those that reduce broadcast as well, once they are done. */
  private final boolean inTurn;

  /** Of each distinct channel, the GPUs of a machine from the head of its chain on. */
  private final int[][] chains;

  /** Of each distinct channel, how far each GPU of a machine is from that head. */
  private final int[][] depths;

  /**
   * @param graph which channels take different ways, through which GPUs, and whether all of a
   *     machine's traffic goes over the head of its chain
   * @param chunk bytes that are passed on at a time
   */
  NcclTree(
      ClusterLayout layout,
      NcclProtocol protocol,
      int channels,
      ChannelGraph graph,
      long chunk,
      long size) {
    this.layout = layout;
    this.protocol = protocol;
    this.channels = channels;
    distinct = graph.ways();
    rows = new ChannelRows(size, channels, 1, chunk);
    n = layout.ranks();
    tree = new DoubleTree(layout.machines());
    inTurn =
        protocol == NcclProtocol.SIMPLE
            && layout.cluster().communicator().gpu().library() == CollectiveLibrary.RCCL;
    int gpus = layout.gpus();
    firstChildAt = graph.simpleTree() || gpus == 1 ? 0 : 1;
    chains = new int[distinct][];
    depths = new int[distinct][gpus];
    for (int way = 0; way < distinct; way++) {
      chains[way] = graph.paths().order(way, layout.firstGpu(way, distinct), gpus);
      for (int depth = 0; depth < gpus; depth++) {
        depths[way][chains[way][depth]] = depth;
      }
    }
  }

  @Override
  public int workers() {
    return 2 * channels * n;
  }

  @Override
  public int rank(int worker) {
    return worker / 2 % n;
  }

  private int channel(int worker) {
    return worker / 2 / n;
  }

  private int treeOf(int channel) {
    return channels == 1 || channel < Math.ceilDiv(channels, 2) ? 0 : 1;
  }

  /** How far a GPU is from the head of its machine's chain. */
  private int depth(int channel, int rank) {
    return depths[channel % distinct][rank % layout.gpus()];
  }

  private int rankAt(int channel, int machine, int depth) {
    return layout.rank(machine, chains[channel % distinct][depth]);
  }

  /** The GPU that this one sends up to, or {@link DoubleTree#NONE} at the root. */
  int parent(int channel, int rank) {
    int machine = layout.machineOf(rank);
    int depth = depth(channel, rank);
    if (depth > 0) {
      return rankAt(channel, machine, depth - 1);
    }
    int which = treeOf(channel);
    int up = tree.parent(which, machine);
    return up == DoubleTree.NONE
        ? DoubleTree.NONE
        : rankAt(channel, up, tree.place(which, machine) == 0 ? firstChildAt : 0);
  }

  /** Up to three: heads of other machines, and the next of the chain. */
  int child(int channel, int rank, int which) {
    int machine = layout.machineOf(rank);
    int depth = depth(channel, rank);
    if (which == 2) {
      return depth + 1 < layout.gpus() ? rankAt(channel, machine, depth + 1) : DoubleTree.NONE;
    }
    if (depth != (which == 0 ? firstChildAt : 0)) {
      return DoubleTree.NONE;
    }
    int down = tree.child(treeOf(channel), machine, which);
    return down == DoubleTree.NONE ? DoubleTree.NONE : rankAt(channel, down, 0);
  }

  @Override
  public int steps(int worker) {
    if (inTurn) {
      return worker % 2 == 0 ? 2 * rows.count(channel(worker)) : 0;
    }
    boolean broadcastsAtRoot =
        worker % 2 == 1 && parent(channel(worker), rank(worker)) == DoubleTree.NONE;
    return broadcastsAtRoot ? 0 : rows.count(channel(worker));
  }

  @Override
  public void step(int worker, int index, WorkerStep into) {
    int channel = channel(worker);
    int rank = rank(worker);
    int count = rows.count(channel);
    boolean reduces = worker % 2 == 0 && index < count;
    boolean isRoot = parent(channel, rank) == DoubleTree.NONE;
    boolean handsOut = !reduces || (isRoot && !inTurn);
    int own = worker - worker % 2;
    into.working(rows.piece(channel, index % count, 0));
    for (int which = 0; which < 3; which++) {
      int child = child(channel, rank, which);
      if (child != DoubleTree.NONE) {
        int up = 2 * (channel * n + child);
        if (reduces) {
          into.after(up);
        }
        if (handsOut) {
          into.to(up + 1);
        }
      }
    }
    if (reduces && !isRoot) {
      into.to(own);
    } else if (!reduces && !isRoot) {
      into.after(own + 1);
    }
  }

  @Override
  public int lines() {
    return workers();
  }

  @Override
  public int sender(int line) {
    if (line % 2 == 0) {
      return line;
    }
    int channel = channel(line);
    int parent = parent(channel, rank(line));
    if (parent == DoubleTree.NONE) {
      return line;
    }
    boolean byWhoReduces = inTurn || parent(channel, parent) == DoubleTree.NONE;
    return 2 * (channel * n + parent) + (byWhoReduces ? 0 : 1);
  }

  @Override
  public int receiver(int line) {
    if (line % 2 == 1) {
      return inTurn ? line - 1 : line;
    }
    int parent = parent(channel(line), rank(line));
    return parent == DoubleTree.NONE ? line : 2 * (channel(line) * n + parent);
  }

  @Override
  public int messages(int line) {
    return parent(channel(line), rank(line)) == DoubleTree.NONE ? 0 : rows.count(channel(line));
  }

  @Override
  public long bytes(int line, int k) {
    return rows.piece(channel(line), k, 0);
  }

  @Override
  public String description() {
    return ScheduleTitle.of("tree all-reduce", protocol, channels);
  }
}

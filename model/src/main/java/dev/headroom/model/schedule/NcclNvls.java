package dev.headroom.model.schedule;

import dev.headroom.model.collective.NcclProtocol;

/**
 * NCCL's all-reduce with reduction in the NVLink switch ({@code device/all_reduce.h}, NVLS and
 * NVLSTree).
 *
 * <p>Some GPUs of each machine are heads, and each has a share of every row of data. All GPUs give
 * their rows to the switch, which adds them up for the head whose share it is, and hands out what
 * the head writes back to all of them at once. Over several machines the heads of the same place
 * are joined by a double binary tree: they reduce up and broadcast down it, each over its own NIC;
 * or by switches of the network on each rail, which reduce what comes from all machines (SHARP).
 *
 * <p>Workers and lines are those of {@link HeadNumbering}; a line up leads to the head of the
 * parent machine, or to the switch.
 */
final class NcclNvls implements Schedule {
  private final HeadNumbering at;
  private final ChannelRows rows;
  private final DoubleTree tree;
  private final boolean sharp;
  private final int channels;
  private final int heads;
  private final int gpus;
  private final int machines;

  /**
   * @param isTree whether heads are joined by a tree even where the network's switches reduce
   * @param heads of each machine, at most its GPUs
   * @param chunk a head's share of a row, in bytes
   */
  NcclNvls(ClusterLayout layout, boolean isTree, int channels, int heads, long chunk, long size) {
    at = new HeadNumbering(layout, channels, heads);
    rows = new ChannelRows(size, channels, heads, chunk);
    sharp = layout.cluster().sharp() && !isTree;
    this.channels = channels;
    this.heads = heads;
    gpus = layout.gpus();
    machines = layout.machines();
    tree = new DoubleTree(machines);
  }

  // --- the tree over machines -------------------------------------------------------------------

  private int treeOf(int channel) {
    return channels == 1 || channel < Math.ceilDiv(channels, 2) ? 0 : 1;
  }

  /** The machine above in the tree; none for the root, or where switches reduce. */
  private int parent(int place) {
    return tree.parent(treeOf(at.channelOf(place)), at.machineOf(place));
  }

  private int child(int place, int which) {
    return sharp
        ? DoubleTree.NONE
        : tree.child(treeOf(at.channelOf(place)), at.machineOf(place), which);
  }

  /** Whether what a machine has added up is all: it need not be sent anywhere. */
  private boolean isTop(int place) {
    return machines == 1 || (!sharp && parent(place) == DoubleTree.NONE);
  }

  /** The same channel in the machine above. */
  private int above(int place) {
    return at.place(at.channelOf(place), parent(place));
  }

  /** The worker of a head that hands out: where nothing comes from above, the one that reduces. */
  private int spreader(int place, int head) {
    return isTop(place) ? at.reducer(place, head) : at.handingOut(place, head);
  }

  // --- the schedule -----------------------------------------------------------------------------

  @Override
  public int workers() {
    return at.workers() + (sharp ? at.switches.workers() : 0);
  }

  @Override
  public boolean isSwitch(int worker) {
    return sharp && at.switches.has(worker);
  }

  /**
   * Thread blocks have warps of their own for each part ({@code scatterWarps}, {@code gatherWarps},
   * {@code reduceWarps} and {@code bcastWarps}): only those that add up use the links of NVLink
   * both ways.
   */
  @Override
  public int pool(int worker) {
    return switch (at.role(worker)) {
      case REDUCES, SWITCHES -> 0;
      case HANDS_OUT -> 1;
      case GIVES -> 2;
      case TAKES -> 3;
    };
  }

  @Override
  public int rank(int worker) {
    return at.rank(worker);
  }

  @Override
  public int steps(int worker) {
    boolean isIdle =
        at.role(worker) == HeadNumbering.Role.HANDS_OUT && isTop(at.placeOfWorker(worker));
    return isIdle ? 0 : rows.count(at.channelOfWorker(worker));
  }

  @Override
  public void step(int worker, int row, WorkerStep into) {
    int number = at.number(worker);
    int channel = at.channelOfWorker(worker);
    int place = at.placeOfWorker(worker);
    into.working(0);
    switch (at.role(worker)) {
      case GIVES -> {
        into.working(rows.piece(channel, row, 0)).moving(rows.bytes(channel, row));
        for (int head = 0; head < heads; head++) {
          into.to(at.toHead(place, number, head));
        }
      }
      case REDUCES -> {
        long bytes = rows.bytes(channel, row);
        into.working(rows.piece(channel, row, number)).moving(isTop(place) ? bytes : half(bytes));
        reduce(place, number, into);
      }
      case HANDS_OUT -> {
        into.working(rows.piece(channel, row, number)).moving(half(rows.bytes(channel, row)));
        into.after(at.lineDown(place, number));
        spread(place, number, into);
      }
      case TAKES -> {
        into.moving(rows.bytes(channel, row));
        for (int head = 0; head < heads; head++) {
          into.after(at.toGpu(place, number, head));
        }
      }
      case SWITCHES -> at.switches.step(worker, rows.piece(channel, row, number), into);
    }
  }

  /**
   * Who adds a row up here and hands it out elsewhere, or the other way round, keeps the links busy
   * one way only.
   */
  private static long half(long bytes) {
    return Math.ceilDiv(bytes, 2L);
  }

  private void reduce(int place, int head, WorkerStep into) {
    for (int gpu = 0; gpu < gpus; gpu++) {
      into.after(at.toHead(place, gpu, head));
    }
    for (int which = 0; which < 2; which++) {
      int child = child(place, which);
      if (child != DoubleTree.NONE) {
        into.after(at.lineUp(at.place(at.channelOf(place), child), head));
      }
    }
    if (isTop(place)) {
      spread(place, head, into);
    } else {
      into.to(at.lineUp(place, head));
    }
  }

  /** What is added up goes to all GPUs of the machine, and down the tree. */
  private void spread(int place, int head, WorkerStep into) {
    for (int gpu = 0; gpu < gpus; gpu++) {
      into.to(at.toGpu(place, gpu, head));
    }
    for (int which = 0; which < 2; which++) {
      int child = child(place, which);
      if (child != DoubleTree.NONE) {
        into.to(at.lineDown(at.place(at.channelOf(place), child), head));
      }
    }
  }

  // --- lines ------------------------------------------------------------------------------------

  @Override
  public int lines() {
    return at.lines() + (sharp ? at.switches.lines() : 0);
  }

  @Override
  public int sender(int line) {
    if (at.switches.hasLine(line)) {
      return at.switches.sender(line);
    }
    int place = at.placeOfLine(line);
    int head = at.headOfLine(line);
    return switch (at.way(line)) {
      case TO_HEAD -> at.giver(place, at.gpuOfLine(line));
      case TO_GPU -> spreader(place, head);
      case UP -> at.reducer(place, head);
      case DOWN -> {
        if (isTop(place)) {
          yield at.reducer(place, head); // not used
        }
        yield sharp ? at.switchGiving(place, head) : spreader(above(place), head);
      }
    };
  }

  @Override
  public int receiver(int line) {
    if (at.switches.hasLine(line)) {
      return at.switches.receiver(line);
    }
    int place = at.placeOfLine(line);
    int head = at.headOfLine(line);
    return switch (at.way(line)) {
      case TO_HEAD -> at.reducer(place, head);
      case TO_GPU -> at.taker(place, at.gpuOfLine(line));
      case UP -> {
        if (isTop(place)) {
          yield at.reducer(place, head); // not used
        }
        yield sharp ? at.switchAbove(place, head) : at.reducer(above(place), head);
      }
      case DOWN -> spreader(place, head);
    };
  }

  @Override
  public int messages(int line) {
    boolean isUsed =
        at.switches.hasLine(line)
            || switch (at.way(line)) {
              case TO_HEAD, TO_GPU -> true;
              case UP, DOWN -> !isTop(at.placeOfLine(line));
            };
    return isUsed ? rows.count(at.channelOfLine(line)) : 0;
  }

  @Override
  public long bytes(int line, int k) {
    return rows.piece(at.channelOfLine(line), k, at.headOfLine(line));
  }

  @Override
  public String description() {
    String over = sharp ? " and SHARP" : machines == 1 ? "" : " tree";
    return ScheduleTitle.of("NVLS" + over + " all-reduce", NcclProtocol.SIMPLE, channels);
  }
}

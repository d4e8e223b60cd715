package dev.headroom.model.schedule;

import dev.headroom.model.collective.Protocol;

/**
 * NCCL's all-reduce with the help of the NVLink switch ({@code device/all_reduce.h}, NVLS and
 * NVLSTree).
 *
 * <p>Some GPUs of each machine are heads, and each has a share of every row of data. All GPUs give
 * their rows to the switch, which adds them up for the head whose share it is, and hands out what
 * the head writes back to all of them at once. Over several machines the heads of the same place
 * are joined by a double binary tree: they reduce up and broadcast down it, each over its own NIC;
 * or by a switch of the network on each rail, which reduces what comes from all machines (SHARP).
 *
 * <p>Workers of a channel and machine: GPUs that give, heads that reduce, heads that hand out, GPUs
 * that take. Lines: from each GPU to each head, from each head to each GPU, from each head up to
 * that of the parent machine, or to the switch, and down from it. The workers of switches come
 * last, one for each channel and head.
 */
final class Nvls implements Schedule {
  private final Layout layout;
  private final int channels;
  private final int heads;
  private final int gpus;
  private final int machines;
  private final Rows rows;
  private final DoubleTree tree;
  private final boolean sharp;

  /** Workers, and lines, of a channel in one machine. */
  private final int workersHere;

  private final int linesHere;

  /**
   * @param heads of each machine, at most its GPUs
   * @param chunk a head's share of a row, in bytes
   */
  Nvls(Layout layout, int channels, int heads, long chunk, long size) {
    this.layout = layout;
    sharp = layout.cluster().sharp();
    this.channels = channels;
    this.heads = heads;
    rows = new Rows(size, channels, heads, chunk);
    gpus = layout.gpus();
    machines = layout.machines();
    tree = new DoubleTree(machines);
    workersHere = 2 * gpus + 2 * heads;
    linesHere = 2 * gpus * heads + 2 * heads;
  }

  // --- places -----------------------------------------------------------------------------------

  private int give(int place, int gpu) {
    return place * workersHere + gpu;
  }

  private int reduce(int place, int head) {
    return place * workersHere + gpus + head;
  }

  private int handOut(int place, int head) {
    return place * workersHere + gpus + heads + head;
  }

  private int take(int place, int gpu) {
    return place * workersHere + gpus + 2 * heads + gpu;
  }

  private int gathering(int place, int gpu, int head) {
    return place * linesHere + gpu * heads + head;
  }

  private int spreading(int place, int gpu, int head) {
    return place * linesHere + (gpus + gpu) * heads + head;
  }

  private int up(int place, int head) {
    return place * linesHere + 2 * gpus * heads + head;
  }

  private int down(int place, int head) {
    return up(place, head) + heads;
  }

  /** A channel in a machine. */
  private int place(int channel, int machine) {
    return channel * machines + machine;
  }

  private int treeOf(int channel) {
    return channels == 1 || channel < Math.ceilDiv(channels, 2) ? 0 : 1;
  }

  /** The machine above in the tree; none for the root, or where switches reduce. */
  private int parent(int place) {
    return tree.parent(treeOf(place / machines), place % machines);
  }

  /** Whether what a machine has added up is all: it need not be sent anywhere. */
  private boolean isTop(int place) {
    return machines == 1 || (!sharp && parent(place) == DoubleTree.NONE);
  }

  /** The worker of the switch that reduces for a head. */
  private int reducer(int place, int head) {
    return firstReducer() + place / machines * heads + head;
  }

  private int firstReducer() {
    return channels * machines * workersHere;
  }

  // --- the schedule -----------------------------------------------------------------------------

  @Override
  public int workers() {
    return firstReducer() + (sharp ? channels * heads : 0);
  }

  @Override
  public boolean isSwitch(int worker) {
    return worker >= firstReducer();
  }

  @Override
  public int rank(int worker) {
    if (isSwitch(worker)) {
      return layout.reducer(layout.firstGpu((worker - firstReducer()) % heads, heads));
    }
    int machine = worker / workersHere % machines;
    int within = worker % workersHere;
    int gpu =
        within < gpus
            ? within
            : within < gpus + 2 * heads
                ? layout.firstGpu((within - gpus) % heads, heads)
                : within - gpus - 2 * heads;
    return layout.rank(machine, gpu);
  }

  @Override
  public int steps(int worker) {
    if (isSwitch(worker)) {
      return rows.count((worker - firstReducer()) / heads);
    }
    int place = worker / workersHere;
    int within = worker % workersHere;
    boolean handsOut = within >= gpus + heads && within < gpus + 2 * heads;
    return handsOut && isTop(place) ? 0 : rows.count(place / machines);
  }

  @Override
  public void step(int worker, int index, Step into) {
    if (isSwitch(worker)) {
      reduceInTheNetwork(worker - firstReducer(), index, into);
      return;
    }
    int place = worker / workersHere;
    int within = worker % workersHere;
    into.working(0);
    if (within < gpus) {
      // The largest share stands for all of them: they differ by a byte.
      into.working(rows.piece(place / machines, index, 0));
      for (int head = 0; head < heads; head++) {
        into.to(gathering(place, within, head));
      }
    } else if (within < gpus + heads) {
      reduce(place, within - gpus, into);
    } else if (within < gpus + 2 * heads) {
      int head = within - gpus - heads;
      into.after(down(place, head));
      spread(place, head, into);
    } else {
      for (int head = 0; head < heads; head++) {
        into.after(spreading(place, within - gpus - 2 * heads, head));
      }
    }
  }

  private void reduceInTheNetwork(int reducer, int index, Step into) {
    int channel = reducer / heads;
    int head = reducer % heads;
    into.working(rows.piece(channel, index, head));
    for (int machine = 0; machine < machines; machine++) {
      into.after(up(place(channel, machine), head));
      into.to(down(place(channel, machine), head));
    }
  }

  private void reduce(int place, int head, Step into) {
    for (int gpu = 0; gpu < gpus; gpu++) {
      into.after(gathering(place, gpu, head));
    }
    int channel = place / machines;
    for (int which = 0; which < 2 && !sharp; which++) {
      int child = tree.child(treeOf(channel), place % machines, which);
      if (child != DoubleTree.NONE) {
        into.after(up(place(channel, child), head));
      }
    }
    if (isTop(place)) {
      spread(place, head, into);
    } else {
      into.to(up(place, head));
    }
  }

  /** What is added up goes to all GPUs of the machine, and down the tree. */
  private void spread(int place, int head, Step into) {
    for (int gpu = 0; gpu < gpus; gpu++) {
      into.to(spreading(place, gpu, head));
    }
    int channel = place / machines;
    for (int which = 0; which < 2 && !sharp; which++) {
      int child = tree.child(treeOf(channel), place % machines, which);
      if (child != DoubleTree.NONE) {
        into.to(down(place(channel, child), head));
      }
    }
  }

  @Override
  public int lines() {
    return channels * machines * linesHere;
  }

  @Override
  public int sender(int line) {
    int place = line / linesHere;
    int within = line % linesHere;
    int head = within % heads;
    if (within < gpus * heads) {
      return give(place, within / heads);
    }
    if (within < 2 * gpus * heads) {
      return isTop(place) ? reduce(place, head) : handOut(place, head);
    }
    if (within < 2 * gpus * heads + heads || isTop(place)) {
      return reduce(place, head);
    }
    if (sharp) {
      return reducer(place, head);
    }
    int above = place(place / machines, parent(place));
    return isTop(above) ? reduce(above, head) : handOut(above, head);
  }

  @Override
  public int receiver(int line) {
    int place = line / linesHere;
    int within = line % linesHere;
    int head = within % heads;
    if (within < gpus * heads) {
      return reduce(place, head);
    }
    if (within < 2 * gpus * heads) {
      return take(place, within / heads - gpus);
    }
    if (isTop(place)) {
      return reduce(place, head);
    }
    if (within >= 2 * gpus * heads + heads) {
      return handOut(place, head);
    }
    return sharp ? reducer(place, head) : reduce(place(place / machines, parent(place)), head);
  }

  @Override
  public int messages(int line) {
    int place = line / linesHere;
    boolean overTree = line % linesHere >= 2 * gpus * heads;
    return overTree && isTop(place) ? 0 : rows.count(place / machines);
  }

  @Override
  public long bytes(int line, int k) {
    return rows.piece(line / linesHere / machines, k, line % linesHere % heads);
  }

  @Override
  public String description() {
    String over = sharp ? " and SHARP" : machines == 1 ? "" : " tree";
    return Title.of("NVLS" + over + " all-reduce", Protocol.SIMPLE, channels);
  }
}

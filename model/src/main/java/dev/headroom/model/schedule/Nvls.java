package dev.headroom.model.schedule;

/**
 * NCCL's all-reduce with the help of the NVLink switch ({@code device/all_reduce.h}, NVLS and
 * NVLSTree).
 *
 * <p>Some GPUs of each machine are heads, and each has a share of every row of data. All GPUs give
 * their rows to the switch, which adds them up for the head whose share it is, and hands out what
 * the head writes back to all of them at once. Over several machines the heads of the same place
 * are joined by a double binary tree: they reduce up and broadcast down it, each over its own NIC.
 *
 * <p>Workers of a channel and machine: GPUs that give, heads that reduce, heads that hand out, GPUs
 * that take. Lines: from each GPU to each head, from each head to each GPU, from each head up to
 * that of the parent machine and down from it.
 */
final class Nvls implements Schedule {
  private final Layout layout;
  private final int channels;
  private final int heads;
  private final int gpus;
  private final int machines;
  private final long chunk;
  private final long size;
  private final DoubleTree tree;

  /** Workers, and lines, of a channel in one machine. */
  private final int workersHere;

  private final int linesHere;

  /**
   * @param heads of each machine, at most its GPUs
   * @param chunk a head's share of a row, in bytes
   */
  Nvls(Layout layout, int channels, int heads, long chunk, long size) {
    this.layout = layout;
    this.channels = channels;
    this.heads = heads;
    this.chunk = chunk;
    this.size = size;
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

  private int parent(int place) {
    return tree.parent(treeOf(place / machines), place % machines);
  }

  // --- data -------------------------------------------------------------------------------------

  private long share(int channel) {
    return Chunks.share(size, channels, channel);
  }

  private int rows(int channel) {
    return Math.toIntExact(Math.max(1, Math.ceilDiv(share(channel), heads * chunk)));
  }

  private long piece(int channel, int row, int head) {
    long before = row * heads * chunk;
    return Chunks.share(Math.min(heads * chunk, share(channel) - before), heads, head);
  }

  // --- the schedule -----------------------------------------------------------------------------

  @Override
  public int workers() {
    return channels * machines * workersHere;
  }

  @Override
  public int rank(int worker) {
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
    int place = worker / workersHere;
    int within = worker % workersHere;
    boolean handsOut = within >= gpus + heads && within < gpus + 2 * heads;
    return handsOut && parent(place) == DoubleTree.NONE ? 0 : rows(place / machines);
  }

  @Override
  public void step(int worker, int index, Step into) {
    int place = worker / workersHere;
    int within = worker % workersHere;
    into.working(0);
    if (within < gpus) {
      // The largest share stands for all of them: they differ by a byte.
      into.working(piece(place / machines, index, 0));
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

  private void reduce(int place, int head, Step into) {
    for (int gpu = 0; gpu < gpus; gpu++) {
      into.after(gathering(place, gpu, head));
    }
    int channel = place / machines;
    for (int which = 0; which < 2; which++) {
      int child = tree.child(treeOf(channel), place % machines, which);
      if (child != DoubleTree.NONE) {
        into.after(up(place(channel, child), head));
      }
    }
    if (parent(place) == DoubleTree.NONE) {
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
    for (int which = 0; which < 2; which++) {
      int child = tree.child(treeOf(channel), place % machines, which);
      if (child != DoubleTree.NONE) {
        into.to(down(place(channel, child), head));
      }
    }
  }

  @Override
  public int sharing() {
    return channels;
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
      return parent(place) == DoubleTree.NONE ? reduce(place, head) : handOut(place, head);
    }
    if (within < 2 * gpus * heads + heads || parent(place) == DoubleTree.NONE) {
      return reduce(place, head);
    }
    int above = place(place / machines, parent(place));
    return parent(above) == DoubleTree.NONE ? reduce(above, head) : handOut(above, head);
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
    if (parent(place) == DoubleTree.NONE) {
      return reduce(place, head);
    }
    return within < 2 * gpus * heads + heads
        ? reduce(place(place / machines, parent(place)), head)
        : handOut(place, head);
  }

  @Override
  public int messages(int line) {
    int place = line / linesHere;
    boolean overTree = line % linesHere >= 2 * gpus * heads;
    return overTree && parent(place) == DoubleTree.NONE ? 0 : rows(place / machines);
  }

  @Override
  public long bytes(int line, int k) {
    return piece(line / linesHere / machines, k, line % linesHere % heads);
  }

  @Override
  public String description() {
    return "NVLS%s all-reduce, Simple, %d channel%s"
        .formatted(machines == 1 ? "" : " tree", channels, channels == 1 ? "" : "s");
  }
}

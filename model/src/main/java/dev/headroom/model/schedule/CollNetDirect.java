package dev.headroom.model.schedule;

import dev.headroom.model.collective.Protocol;

/**
 * NCCL's all-reduce with the help of the network's switches ({@code device/all_reduce.h},
 * CollNetDirect; {@code graph/connect.cc}, {@code connectCollNet}).
 *
 * <p>Some GPUs of each machine are heads, each with a share of every row of data and a switch of
 * the network on its rail. All other GPUs of the machine send a head its share; it adds them to its
 * own, sends the sum to the switch, and hands what comes back to all others. Unlike with NVLS each
 * of these messages crosses NVLink by itself.
 *
 * <p>Workers of a channel and machine: GPUs that scatter, heads that reduce, heads that hand out,
 * GPUs that gather. Lines: from each GPU to each head, from each head to each GPU (that from a head
 * to itself is not used), from each head up to its switch, and down from it. The workers of
 * switches come last, one for each channel and head.
 */
final class CollNetDirect implements Schedule {
  private final Layout layout;
  private final int channels;
  private final int heads;
  private final int gpus;
  private final int machines;
  private final Rows rows;

  /** Workers, and lines, of a channel in one machine. */
  private final int workersHere;

  private final int linesHere;

  /**
   * @param heads of each machine, at most its GPUs
   * @param chunk a head's share of a row, in bytes
   */
  CollNetDirect(Layout layout, int channels, int heads, long chunk, long size) {
    this.layout = layout;
    this.channels = channels;
    this.heads = heads;
    rows = new Rows(size, channels, heads, chunk);
    gpus = layout.gpus();
    machines = layout.machines();
    workersHere = 2 * gpus + 2 * heads;
    linesHere = 2 * gpus * heads + 2 * heads;
  }

  // --- places -----------------------------------------------------------------------------------

  private int reduce(int place, int head) {
    return place * workersHere + gpus + head;
  }

  private int handOut(int place, int head) {
    return reduce(place, head) + heads;
  }

  private int scattering(int place, int gpu, int head) {
    return place * linesHere + gpu * heads + head;
  }

  private int gathering(int place, int gpu, int head) {
    return scattering(place, gpus + gpu, head);
  }

  private int up(int place, int head) {
    return scattering(place, 2 * gpus, head);
  }

  private int down(int place, int head) {
    return up(place, head) + heads;
  }

  /** A channel in a machine. */
  private int place(int channel, int machine) {
    return channel * machines + machine;
  }

  private int firstReducer() {
    return channels * machines * workersHere;
  }

  /** The GPU that is a head. */
  private int gpuOf(int head) {
    return layout.firstGpu(head, heads);
  }

  private boolean isHead(int gpu, int head) {
    return gpuOf(head) == gpu;
  }

  // --- the schedule -----------------------------------------------------------------------------

  @Override
  public int workers() {
    return firstReducer() + channels * heads;
  }

  @Override
  public boolean isSwitch(int worker) {
    return worker >= firstReducer();
  }

  @Override
  public int rank(int worker) {
    if (isSwitch(worker)) {
      return layout.reducer(gpuOf((worker - firstReducer()) % heads));
    }
    int within = worker % workersHere;
    int gpu =
        within < gpus
            ? within
            : within < gpus + 2 * heads
                ? gpuOf((within - gpus) % heads)
                : within - gpus - 2 * heads;
    return layout.rank(worker / workersHere % machines, gpu);
  }

  @Override
  public int steps(int worker) {
    int channel =
        isSwitch(worker) ? (worker - firstReducer()) / heads : worker / workersHere / machines;
    return isIdle(worker) ? 0 : rows.count(channel);
  }

  /** Where the only head is the only GPU, nobody scatters or gathers. */
  private boolean isIdle(int worker) {
    int within = worker % workersHere;
    boolean atGpu = !isSwitch(worker) && (within < gpus || within >= gpus + 2 * heads);
    return atGpu && heads == 1 && isHead(within < gpus ? within : within - gpus - 2 * heads, 0);
  }

  @Override
  public void step(int worker, int index, Step into) {
    if (isSwitch(worker)) {
      reduceInTheNetwork(worker - firstReducer(), index, into);
      return;
    }
    int place = worker / workersHere;
    int within = worker % workersHere;
    if (within < gpus) {
      scatter(place, within, index, into);
    } else if (within < gpus + heads) {
      reduceHere(place, within - gpus, index, into);
    } else if (within < gpus + 2 * heads) {
      handOut(place, within - gpus - heads, index, into);
    } else {
      gather(place, within - gpus - 2 * heads, into);
    }
  }

  private void scatter(int place, int gpu, int row, Step into) {
    // The largest share stands for all of them: they differ by a byte.
    into.working(rows.piece(place / machines, row, 0));
    for (int head = 0; head < heads; head++) {
      if (!isHead(gpu, head)) {
        into.to(scattering(place, gpu, head));
      }
    }
  }

  private void reduceHere(int place, int head, int row, Step into) {
    into.working(rows.piece(place / machines, row, head));
    for (int gpu = 0; gpu < gpus; gpu++) {
      if (!isHead(gpu, head)) {
        into.after(scattering(place, gpu, head));
      }
    }
    into.to(up(place, head));
  }

  private void reduceInTheNetwork(int reducer, int row, Step into) {
    int channel = reducer / heads;
    int head = reducer % heads;
    into.working(rows.piece(channel, row, head));
    for (int machine = 0; machine < machines; machine++) {
      into.after(up(place(channel, machine), head));
      into.to(down(place(channel, machine), head));
    }
  }

  private void handOut(int place, int head, int row, Step into) {
    into.working(rows.piece(place / machines, row, head)).after(down(place, head));
    for (int gpu = 0; gpu < gpus; gpu++) {
      if (!isHead(gpu, head)) {
        into.to(gathering(place, gpu, head));
      }
    }
  }

  private void gather(int place, int gpu, Step into) {
    into.working(0);
    for (int head = 0; head < heads; head++) {
      if (!isHead(gpu, head)) {
        into.after(gathering(place, gpu, head));
      }
    }
  }

  // --- lines ------------------------------------------------------------------------------------

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
      return place * workersHere + within / heads;
    }
    if (within < 2 * gpus * heads) {
      return handOut(place, head);
    }
    return within < (2 * gpus + 1) * heads ? reduce(place, head) : reducer(place, head);
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
      return place * workersHere + 2 * heads + within / heads;
    }
    return within < (2 * gpus + 1) * heads ? reducer(place, head) : handOut(place, head);
  }

  private int reducer(int place, int head) {
    return firstReducer() + place / machines * heads + head;
  }

  @Override
  public int messages(int line) {
    int within = line % linesHere;
    boolean toItself = within < 2 * gpus * heads && isHead(within / heads % gpus, within % heads);
    return toItself ? 0 : rows.count(line / linesHere / machines);
  }

  @Override
  public long bytes(int line, int k) {
    return rows.piece(line / linesHere / machines, k, line % linesHere % heads);
  }

  @Override
  public String description() {
    return Title.of("CollNetDirect all-reduce", Protocol.SIMPLE, channels);
  }
}

package dev.headroom.model.schedule;

import dev.headroom.model.collective.NcclProtocol;

/**
 * NCCL's all-reduce with reducing network switches ({@code device/all_reduce.h}, CollNetDirect;
 * {@code graph/connect.cc}, {@code connectCollNet}).
 *
 * <p>Some GPUs of each machine are heads, each with a share of every row of data and switches of
 * the network on its rail. All other GPUs of the machine send a head its share; it adds them to its
 * own, sends the sum to the switch, and hands what comes back to all others. Unlike with NVLS each
 * of these messages crosses NVLink by itself.
 *
 * <p>Workers and lines are those of {@link HeadNumbering}; that from a head to itself, either way,
 * is not used.
 */
final class CollNetDirect implements Schedule {
  private final HeadNumbering at;
  private final ChannelRows rows;
  private final int channels;
  private final int heads;
  private final int gpus;

  /**
   * @param heads of each machine, at most its GPUs
   * @param chunk a head's share of a row, in bytes
   */
  CollNetDirect(ClusterLayout layout, int channels, int heads, long chunk, long size) {
    at = new HeadNumbering(layout, channels, heads);
    rows = new ChannelRows(size, channels, heads, chunk);
    this.channels = channels;
    this.heads = heads;
    gpus = layout.gpus();
  }

  @Override
  public int workers() {
    return at.workers() + at.switches.workers();
  }

  @Override
  public boolean isSwitch(int worker) {
    return at.switches.has(worker);
  }

  @Override
  public int rank(int worker) {
    return at.rank(worker);
  }

  @Override
  public int steps(int worker) {
    return isIdle(worker) ? 0 : rows.count(at.channelOfWorker(worker));
  }

  /** Where the only head is the only GPU, nobody gives or takes. */
  private boolean isIdle(int worker) {
    return switch (at.role(worker)) {
      case GIVES, TAKES -> heads == 1 && at.is(at.number(worker), 0);
      case REDUCES, HANDS_OUT, SWITCHES -> false;
    };
  }

  @Override
  public void step(int worker, int row, WorkerStep into) {
    int number = at.number(worker);
    int channel = at.channelOfWorker(worker);
    int place = at.placeOfWorker(worker);
    switch (at.role(worker)) {
      case GIVES -> {
        // The largest share stands for all of them: they differ by a byte.
        into.working(rows.piece(channel, row, 0));
        for (int head = 0; head < heads; head++) {
          if (!at.is(number, head)) {
            into.to(at.toHead(place, number, head));
          }
        }
      }
      case REDUCES -> {
        into.working(rows.piece(channel, row, number));
        for (int gpu = 0; gpu < gpus; gpu++) {
          if (!at.is(gpu, number)) {
            into.after(at.toHead(place, gpu, number));
          }
        }
        into.to(at.lineUp(place, number));
      }
      case HANDS_OUT -> {
        into.working(rows.piece(channel, row, number)).after(at.lineDown(place, number));
        for (int gpu = 0; gpu < gpus; gpu++) {
          if (!at.is(gpu, number)) {
            into.to(at.toGpu(place, gpu, number));
          }
        }
      }
      case TAKES -> {
        into.working(0);
        for (int head = 0; head < heads; head++) {
          if (!at.is(number, head)) {
            into.after(at.toGpu(place, number, head));
          }
        }
      }
      case SWITCHES -> at.switches.step(worker, rows.piece(channel, row, number), into);
    }
  }

  @Override
  public int lines() {
    return at.lines() + at.switches.lines();
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
      case TO_GPU -> at.handingOut(place, head);
      case UP -> at.reducer(place, head);
      case DOWN -> at.switchGiving(place, head);
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
      case UP -> at.switchAbove(place, head);
      case DOWN -> at.handingOut(place, head);
    };
  }

  @Override
  public int messages(int line) {
    boolean toItself =
        !at.switches.hasLine(line)
            && switch (at.way(line)) {
              case TO_HEAD, TO_GPU -> at.is(at.gpuOfLine(line), at.headOfLine(line));
              case UP, DOWN -> false;
            };
    return toItself ? 0 : rows.count(at.channelOfLine(line));
  }

  @Override
  public long bytes(int line, int k) {
    return rows.piece(at.channelOfLine(line), k, at.headOfLine(line));
  }

  @Override
  public String description() {
    return ScheduleTitle.of("CollNetDirect all-reduce", NcclProtocol.SIMPLE, channels);
  }
}

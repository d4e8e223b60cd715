package dev.headroom.model.schedule;

import dev.headroom.model.collective.NcclProtocol;

/**
 * NCCL's all-reduce by chains of GPUs and reducing network switches ({@code device/all_reduce.h},
 * CollNetChain; {@code graph/connect.cc}, {@code collnetChain}).
 *
 * <p>In each channel the GPUs of a machine are a chain. What the last one has goes up it, each adds
 * its own, and the first sends the sum to the switch on its rail; what comes back goes down the
 * chain. Up and down are workers of their own.
 *
 * <p>Worker {@code (place * 2 + way) * gpus + position}, way 0 up and 1 down, with place a channel
 * in a machine and position 0 the one next to the switch; the line with the same number leads from
 * it up, or to it from above. Workers and lines of {@linkplain SwitchTree switches} come last.
 */
final class CollNetChain implements Schedule, SwitchTree.Trunk {
  private final ClusterLayout layout;
  private final int channels;
  private final int distinct;
  private final int gpus;
  private final int machines;
  private final ChannelRows rows;
  private final SwitchTree switches;

  /**
   * @param distinct channels that begin at different GPUs
   * @param chunk what goes along a chain at once, in bytes
   */
  CollNetChain(ClusterLayout layout, int channels, int distinct, long chunk, long size) {
    this.layout = layout;
    this.channels = channels;
    this.distinct = distinct;
    rows = new ChannelRows(size, channels, 1, chunk);
    gpus = layout.gpus();
    machines = layout.machines();
    int own = channels * machines * 2 * gpus;
    switches = new SwitchTree(layout.cluster(), channels, own, own, this);
  }

  /** Of a GPU's worker or line. */
  private int channel(int workerOrLine) {
    return workerOrLine / (2 * gpus) / machines;
  }

  private int channelOfLine(int line) {
    return switches.hasLine(line) ? switches.streamOfLine(line) : channel(line);
  }

  private boolean goesDown(int workerOrLine) {
    return workerOrLine / gpus % 2 == 1;
  }

  private int position(int workerOrLine) {
    return workerOrLine % gpus;
  }

  @Override
  public int up(int channel, int machine) {
    return (channel * machines + machine) * 2 * gpus;
  }

  @Override
  public int down(int channel, int machine) {
    return up(channel, machine) + gpus;
  }

  @Override
  public int workers() {
    return channels * machines * 2 * gpus + switches.workers();
  }

  @Override
  public boolean isSwitch(int worker) {
    return switches.has(worker);
  }

  @Override
  public int rank(int worker) {
    if (isSwitch(worker)) {
      int head = layout.firstGpu(switches.stream(worker), distinct);
      return layout.reducer(head, switches.number(worker));
    }
    int first = layout.firstGpu(channel(worker), distinct);
    return layout.rank(worker / (2 * gpus) % machines, (first + position(worker)) % gpus);
  }

  @Override
  public int steps(int worker) {
    return rows.count(isSwitch(worker) ? switches.stream(worker) : channel(worker));
  }

  @Override
  public void step(int worker, int index, WorkerStep into) {
    if (isSwitch(worker)) {
      switches.step(worker, rows.piece(switches.stream(worker), index, 0), into);
      return;
    }
    into.working(rows.piece(channel(worker), index, 0));
    boolean isLast = position(worker) == gpus - 1;
    if (goesDown(worker)) {
      into.after(worker);
      if (!isLast) {
        into.to(worker + 1);
      }
    } else {
      if (!isLast) {
        into.after(worker + 1);
      }
      into.to(worker);
    }
  }

  @Override
  public int lines() {
    return channels * machines * 2 * gpus + switches.lines();
  }

  @Override
  public int sender(int line) {
    if (switches.hasLine(line)) {
      return switches.sender(line);
    }
    return goesDown(line) ? above(line) : line;
  }

  @Override
  public int receiver(int line) {
    if (switches.hasLine(line)) {
      return switches.receiver(line);
    }
    return goesDown(line) ? line : above(line);
  }

  /** Who is nearer to the switch, or the switch. */
  private int above(int line) {
    if (position(line) > 0) {
      return line - 1;
    }
    int machine = line / (2 * gpus) % machines;
    return goesDown(line)
        ? switches.broadcastSender(channel(line), machine)
        : switches.reduceReceiver(channel(line), machine);
  }

  @Override
  public int messages(int line) {
    return rows.count(channelOfLine(line));
  }

  @Override
  public long bytes(int line, int k) {
    return rows.piece(channelOfLine(line), k, 0);
  }

  @Override
  public String description() {
    return ScheduleTitle.of("CollNetChain all-reduce", NcclProtocol.SIMPLE, channels);
  }
}

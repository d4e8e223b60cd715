package dev.headroom.model.schedule;

import dev.headroom.model.collective.ChannelGraph;
import dev.headroom.model.collective.Collective;
import dev.headroom.model.collective.NcclProtocol;
import java.util.stream.IntStream;

/**
 * NCCL's ring algorithm: {@code device/all_reduce.h}, {@code all_gather.h}, {@code
 * reduce_scatter.h}, {@code broadcast.h} and {@code reduce.h}.
 *
 * <p>Each channel is a ring of its own through all GPUs, machine by machine, with its share D of
 * the data. An all-reduce goes round in loops of n chunks: everybody sends a chunk, passes on 2n -
 * 3 times what it received, and receives a last one. All-gather and reduce-scatter pass on n - 2
 * times. Broadcast and reduce are chains along the ring, to or from rank 0. Chunks are passed on in
 * slices. A ring enters a machine at one GPU and leaves it at the one before, or as NCCL's log of
 * such machines has it; in every other machine it runs the other way round, so that it stays on a
 * rail between machines.
 *
 * <p>Where the result does not lie where a GPU's own data do, the first sends of an all-gather also
 * write them there ({@code directCopySend}). So does the root of a broadcast, which is left out: it
 * waits for its neighbour all the same, who receives no faster. The other kernels read and write
 * the same either way.
 *
 * <p>Worker and line {@code channel * n + position}: the line leads to the next position.
 */
final class NcclRing implements Schedule {
  private final ClusterLayout layout;
  private final Collective collective;
  private final NcclProtocol protocol;
  private final int channels;
  private final int distinct;

  /** By channel. */
  private final Loops[] loops;

  private final int n;
  private final long chunk;

  /** Sends of a loop, or 1 of a chain. */
  private final int sends;

  /** Rounds of a loop: a chunk sent, passed on or received in each. */
  private final int rounds;

  /** In how many a chunk is passed on. */
  private final int slices;

  /** Of each distinct channel, the GPUs of a machine where it does not turn. */
  private final int[][] orders;

  private final boolean turns;
  private final boolean crosses;

  /** Where the chain of each distinct channel starts, as a position in its ring. */
  private final int[] chainStart;

  /**
   * What a channel has of the data: loops in which all chunks are whole, and a rest.
   *
   * @param whole how many there are of the former
   * @param steps of a worker in these
   * @param rest in bytes
   * @param slices in how many a chunk of the rest is passed on
   * @param isRestEven whether all of these are of one size
   */
  private record Loops(int whole, int steps, long rest, int slices, boolean isRestEven) {}

  /**
   * @param graph which channels take different ways, and through which GPUs
   * @param chunk passed on in one step, in bytes
   * @param shares what each channel has of the collective's data
   */
  NcclRing(
      ClusterLayout layout,
      Collective collective,
      NcclProtocol protocol,
      int channels,
      ChannelGraph graph,
      long chunk,
      ChannelShares shares) {
    this.layout = layout;
    this.collective = collective;
    this.protocol = protocol;
    this.channels = channels;
    distinct = graph.ways();
    n = layout.ranks();
    this.chunk = chunk;
    sends =
        switch (collective) {
          case ALL_REDUCE -> 2 * (n - 1);
          case ALL_GATHER, REDUCE_SCATTER -> n - 1;
          default -> 1;
        };
    rounds = isChain() ? 1 : sends + 1;
    slices = NcclChunking.slices(collective, protocol, chunk);
    loops =
        IntStream.range(0, channels)
            .mapToObj(channel -> loops(shares.of(channel)))
            .toArray(Loops[]::new);
    int gpus = layout.gpus();
    turns = graph.paths().turns();
    crosses = graph.paths().crosses();
    orders = new int[distinct][];
    for (int way = 0; way < distinct; way++) {
      orders[way] = graph.paths().order(way, layout.firstGpu(way, distinct), gpus);
    }
    chainStart = new int[Math.min(channels, distinct)];
    for (int channel = 0; channel < chainStart.length; channel++) {
      int root = 0;
      while (rank(channel * n + root) != 0) {
        root++;
      }
      chainStart[channel] = collective == Collective.BROADCAST ? root : root + 1;
    }
  }

  private boolean isChain() {
    return collective == Collective.BROADCAST || collective == Collective.REDUCE;
  }

  @Override
  public boolean leavesByOwnNic() {
    return crosses;
  }

  @Override
  public int workers() {
    return channels * n;
  }

  @Override
  public int rank(int worker) {
    int position = worker % n;
    int gpus = layout.gpus();
    int machine = position / gpus;
    int within = position % gpus;
    int at = turns && machine % 2 == 1 ? gpus - 1 - within : within;
    return layout.rank(machine, orders[worker / n % distinct][at]);
  }

  /** How far a worker is down the chain that starts at rank 0, or ends there. */
  private int down(int worker) {
    int start = chainStart[worker / n % distinct];
    return Math.floorMod(worker % n - start, n);
  }

  private Loops loops(long share) {
    long loop = isChain() ? chunk : n * chunk;
    int whole = Math.toIntExact(share / loop);
    long rest = share % loop;
    int pieces = isChain() ? 1 : n;
    int slicesOfRest = NcclChunking.slices(collective, protocol, Math.ceilDiv(rest, pieces));
    boolean isRestEven = rest % ((long) pieces * slicesOfRest) == 0;
    int steps = Math.multiplyExact(whole, rounds * slices);
    return new Loops(whole, steps, rest, slicesOfRest, isRestEven);
  }

  @Override
  public int steps(int worker) {
    Loops of = loops[worker / n];
    boolean nothingElse = of.rest == 0 && of.steps > 0;
    return nothingElse ? of.steps : Math.addExact(of.steps, rounds * of.slices);
  }

  @Override
  public void step(int worker, int index, WorkerStep into) {
    int round = round(worker, index);
    boolean receives;
    boolean sends;
    if (isChain()) {
      int down = down(worker);
      receives = down > 0;
      sends = down < n - 1;
    } else {
      receives = round > 0;
      sends = round < this.sends;
    }
    into.working(sliceBytes(worker, index, sends ? round : round - 1, sends));
    if (receives) {
      into.after(before(worker));
    }
    if (sends) {
      into.to(worker);
      if (!receives && collective.copiesOwnData()) {
        into.keeping(into.bytes());
      }
    }
    if (receives && sends) {
      into.repeated(alike(worker, index));
    }
  }

  /** How many slices of one size are passed on in a row, from this one on. */
  private int alike(int worker, int index) {
    Loops of = loops[worker / n];
    boolean isWhole = index < of.steps;
    if (isWhole ? chunk % slices > 0 : !of.isRestEven) {
      return 1;
    }
    if (isChain()) {
      return isWhole ? of.steps - index : 1;
    }
    int count = isWhole ? slices : of.slices;
    int inLoop = isWhole ? index % (rounds * count) : index - of.steps;
    return sends * count - inLoop;
  }

  private int round(int worker, int index) {
    Loops of = loops[worker / n];
    return index < of.steps ? index / slices % rounds : (index - of.steps) / of.slices;
  }

  private int before(int worker) {
    return worker % n == 0 ? worker + n - 1 : worker - 1;
  }

  /**
   * Data of a slice that is sent, or received.
   *
   * @param sent the round in which whoever sends it does so
   * @param sends whether that is this worker
   */
  private long sliceBytes(int worker, int index, int sent, boolean sends) {
    Loops of = loops[worker / n];
    boolean isWhole = index < of.steps;
    int count = isWhole ? slices : of.slices;
    int slice = (isWhole ? index : index - of.steps) % count;
    if (isChain()) {
      return NcclChunking.share(isWhole ? chunk : of.rest, count, slice);
    }
    int from = sends ? worker % n : before(worker) % n;
    long piece = isWhole ? chunk : NcclChunking.share(of.rest, n, Math.floorMod(from - sent, n));
    return NcclChunking.share(piece, count, slice);
  }

  @Override
  public int lines() {
    return workers();
  }

  @Override
  public int sender(int line) {
    return line;
  }

  @Override
  public int receiver(int line) {
    return line % n == n - 1 ? line - n + 1 : line + 1;
  }

  @Override
  public int messages(int line) {
    int steps = steps(line);
    if (isChain()) {
      return down(line) < n - 1 ? steps : 0;
    }
    return steps / rounds * sends;
  }

  @Override
  public long bytes(int line, int k) {
    if (isChain()) {
      return sliceBytes(line, k, 0, true);
    }
    Loops of = loops[line / n];
    int perLoop = sends * slices;
    int index =
        k < of.whole * perLoop
            ? k / perLoop * rounds * slices + k % perLoop
            : of.steps + k - of.whole * perLoop;
    return sliceBytes(line, index, round(line, index), true);
  }

  @Override
  public String description() {
    return ScheduleTitle.of("ring " + collective.word(), protocol, channels);
  }
}

package dev.headroom.model.schedule;

import dev.headroom.model.collective.ChannelGraph;
import dev.headroom.model.collective.Collective;
import dev.headroom.model.collective.Protocol;
import java.util.stream.IntStream;

/**
 * NCCL's rings: {@code device/all_reduce.h}, {@code all_gather.h}, {@code reduce_scatter.h}, {@code
 * broadcast.h} and {@code reduce.h}.
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
final class Ring implements Schedule {
  private final Layout layout;
  private final Collective collective;
  private final Protocol protocol;
  private final int channels;
  private final int distinct;

  /** What each channel has of the data. */
  private final long[] shares;

  private final int n;
  private final long chunk;

  /** Of each distinct channel, the GPUs of a machine where it does not turn. */
  private final int[][] orders;

  private final boolean turns;
  private final boolean crosses;

  /** Where the chain of each distinct channel starts, as a position in its ring. */
  private final int[] chainStart;

  /**
   * @param graph which channels take different ways, and through which GPUs
   * @param chunk passed on in one step, in bytes
   * @param shares what each channel has of the collective's data
   */
  Ring(
      Layout layout,
      Collective collective,
      Protocol protocol,
      int channels,
      ChannelGraph graph,
      long chunk,
      Shares shares) {
    this.layout = layout;
    this.collective = collective;
    this.protocol = protocol;
    this.channels = channels;
    distinct = graph.ways();
    this.shares = IntStream.range(0, channels).mapToLong(shares::of).toArray();
    n = layout.ranks();
    this.chunk = chunk;
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

  /** Sends of a loop, or 1 of a chain. */
  private int sends() {
    return switch (collective) {
      case ALL_REDUCE -> 2 * (n - 1);
      case ALL_GATHER, REDUCE_SCATTER -> n - 1;
      default -> 1;
    };
  }

  private long share(int worker) {
    return shares[worker / n];
  }

  /** Data of a loop in which all chunks are whole. */
  private long fullLoop() {
    return isChain() ? chunk : n * chunk;
  }

  private int fullLoops(int worker) {
    return Math.toIntExact(share(worker) / fullLoop());
  }

  private long rest(int worker) {
    return share(worker) % fullLoop();
  }

  private int slicesOfFull() {
    return Chunks.slices(collective, protocol, chunk);
  }

  private int slicesOfRest(int worker) {
    long piece = isChain() ? rest(worker) : Math.ceilDiv(rest(worker), n);
    return Chunks.slices(collective, protocol, piece);
  }

  /** Rounds of a loop: a chunk sent, passed on or received in each. */
  private int rounds() {
    return isChain() ? 1 : sends() + 1;
  }

  @Override
  public int steps(int worker) {
    int full = fullLoops(worker) * rounds() * slicesOfFull();
    boolean whole = rest(worker) == 0 && full > 0;
    return whole ? full : full + rounds() * slicesOfRest(worker);
  }

  @Override
  public void step(int worker, int index, Step into) {
    int round = round(worker, index);
    boolean receives;
    boolean sends;
    if (isChain()) {
      int down = down(worker);
      receives = down > 0;
      sends = down < n - 1;
    } else {
      receives = round > 0;
      sends = round < sends();
    }
    into.working(sliceBytes(worker, index, sends ? round : round - 1, sends));
    if (receives) {
      into.after(before(worker));
    }
    if (sends) {
      into.to(worker);
      if (!receives && collective.keepsOwn()) {
        into.keeping(into.bytes());
      }
    }
  }

  private int round(int worker, int index) {
    int full = fullLoops(worker) * rounds() * slicesOfFull();
    return index < full ? index / slicesOfFull() % rounds() : (index - full) / slicesOfRest(worker);
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
    int full = fullLoops(worker) * rounds() * slicesOfFull();
    boolean inFull = index < full;
    int slices = inFull ? slicesOfFull() : slicesOfRest(worker);
    int slice = inFull ? index % slices : (index - full) % slices;
    if (isChain()) {
      return Chunks.share(inFull ? chunk : rest(worker), slices, slice);
    }
    int from = sends ? worker % n : before(worker) % n;
    long piece = inFull ? chunk : Chunks.share(rest(worker), n, Math.floorMod(from - sent, n));
    return Chunks.share(piece, slices, slice);
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
    return steps / rounds() * sends();
  }

  @Override
  public long bytes(int line, int k) {
    int slices = slicesOfFull();
    int fullMessages = fullLoops(line) * sends() * slices;
    if (isChain()) {
      return sliceBytes(line, k, 0, true);
    }
    int index;
    if (k < fullMessages) {
      int perLoop = sends() * slices;
      index = k / perLoop * rounds() * slices + k % perLoop;
    } else {
      index = fullLoops(line) * rounds() * slices + k - fullMessages;
    }
    return sliceBytes(line, index, round(line, index), true);
  }

  @Override
  public String description() {
    return Title.of("ring " + collective.word(), protocol, channels);
  }
}

package dev.headroom.model.schedule;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.collective.NcclProtocol;

/**
 * Schedule of NCCL's all-gather and reduce-scatter by parallel aggregated trees, for one GPU per
 * machine ({@code device/all_gather.h}, {@code reduce_scatter.h}). Each channel processes its share
 * in rounds of a chunk, each round by its {@link PatPlan}.
 *
 * <p>Worker {@code channel * n + rank}. Line {@code (channel * dimensions + d) * n + rank} leads
 * from a rank to who is 2^d before it, in a reduce-scatter to who is 2^d behind.
 */
final class NcclPat implements Schedule {
  private final Collective collective;
  private final int channels;
  private final int n;
  private final int dimensions;
  private final long each;
  private final long chunk;

  /** Of what each rank has: a round is a row. */
  private final ChannelRows rounds;

  /** Of channels with a byte more than others, and of those others. */
  private final PatPlan larger;

  private final PatPlan smaller;

  /** Of a round the first step that sends a rank's own data. */
  private final int firstOwn;

  /**
   * @param chunk bytes of a message at most
   * @param size of the collective, in bytes
   */
  NcclPat(ClusterLayout layout, Collective collective, int channels, long chunk, long size) {
    this.collective = collective;
    this.channels = channels;
    this.chunk = chunk;
    n = layout.ranks();
    dimensions = PatPlan.dimensions(n);
    each = size / n;
    rounds = new ChannelRows(each, channels, 1, chunk);
    smaller = plan(each / channels);
    larger = each % channels == 0 ? smaller : plan(each / channels + 1);
    firstOwn = smaller.firstOwn();
  }

  private PatPlan plan(long share) {
    return collective == Collective.ALL_GATHER
        ? PatPlan.gather(n, share, chunk)
        : PatPlan.scatter(n, share, chunk);
  }

  private PatPlan plan(int channel) {
    return channel < each % channels ? larger : smaller;
  }

  @Override
  public int workers() {
    return channels * n;
  }

  @Override
  public int rank(int worker) {
    return worker % n;
  }

  @Override
  public int steps(int worker) {
    return plan(worker / n).steps() * rounds.count(worker / n);
  }

  @Override
  public void step(int worker, int index, WorkerStep into) {
    int channel = worker / n;
    int rank = worker % n;
    PatPlan plan = plan(channel);
    int step = index % plan.steps();
    into.working(plan.passes(step) ? rounds.piece(channel, index / plan.steps(), 0) : 0);
    int takes = plan.takes(step);
    if (step == firstOwn && collective.copiesOwnData()) {
      into.keeping(rounds.piece(channel, index / plan.steps(), 0));
    }
    if (takes != PatPlan.NONE) {
      into.after(line(channel, takes, Math.floorMod(rank - towards(takes), n)));
    }
    int sends = plan.sends(step);
    if (sends != PatPlan.NONE) {
      into.to(line(channel, sends, rank));
    }
  }

  private int line(int channel, int dimension, int rank) {
    return (channel * dimensions + dimension) * n + rank;
  }

  /** How many ranks on a message over a dimension goes. */
  private int towards(int dimension) {
    return collective == Collective.ALL_GATHER ? -(1 << dimension) : 1 << dimension;
  }

  private int dimension(int line) {
    return line / n % dimensions;
  }

  private int channel(int line) {
    return line / n / dimensions;
  }

  @Override
  public int lines() {
    return channels * dimensions * n;
  }

  @Override
  public int sender(int line) {
    return channel(line) * n + line % n;
  }

  @Override
  public int receiver(int line) {
    return channel(line) * n + Math.floorMod(line % n + towards(dimension(line)), n);
  }

  @Override
  public int messages(int line) {
    return plan(channel(line)).messages(dimension(line)) * rounds.count(channel(line));
  }

  @Override
  public long bytes(int line, int k) {
    int channel = channel(line);
    int ofRound = plan(channel).messages(dimension(line));
    return plan(channel).chunks(dimension(line), k % ofRound)
        * rounds.piece(channel, k / ofRound, 0);
  }

  @Override
  public String description() {
    return ScheduleTitle.of("pat " + collective.word(), NcclProtocol.SIMPLE, channels);
  }
}

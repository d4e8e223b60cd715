package dev.headroom.model.workload;

import static dev.headroom.model.knob.ValueType.WHOLE;
import static dev.headroom.model.knob.ValueType.choice;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.BuildRecipe;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.Settings;
import dev.headroom.unit.Size;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Collective over a ring of n ranks, as NCCL's ring algorithm runs it over the network. In each
 * step every rank sends one chunk to its right neighbour, and starts the next step when the chunk
 * of this one has arrived from its left.
 *
 * <p>A vector of S bytes is cut evenly over the channels and each share into n chunks; where it
 * does not divide, the first ones are a byte longer. In step s rank r sends chunk (r - s) mod n.
 * Reduce-scatter and all-gather take n - 1 steps, all-reduce 2(n - 1), so that every rank sends
 * 2(n-1)/n * S in it. Repetitions follow each other rank by rank, without a barrier.
 *
 * <p>Each channel has its own queue pair from every rank to the next, which all steps share. Flow
 * numbers: {@code (step * channels + channel) * n + rank}.
 */
final class RingCollective implements FlowProgram {
  static final Knob<Size> SIZE =
      CommonParameters.size(
          "64MiB", "vector size as in nccl-tests: the data of each rank before or after");
  static final Knob<Long> CHANNELS =
      Knob.of(
              "workload.channels",
              WHOLE,
              "1",
              "number of parallel rings, each with its share of the vector")
          .within("1", "64")
          .from("NCCL: channels")
          .real("NCCL_MIN_NCHANNELS, NCCL_MAX_NCHANNELS");
  static final Knob<Long> REPEAT =
      Knob.of("workload.repeat", WHOLE, "1", "number of repetitions, one after another")
          .within("1", "1000000");
  static final Knob<RingOrder> ORDER =
      Knob.of(
          "workload.order",
          choice(RingOrder.class),
          "listed",
          "ring order: the order of the hosts, or random");

  static final Workload ALL_REDUCE =
      kind(Collective.ALL_REDUCE, "ring all-reduce: 2(n-1) steps", 2);
  static final Workload REDUCE_SCATTER =
      kind(Collective.REDUCE_SCATTER, "ring reduce-scatter: n-1 steps", 1);
  static final Workload ALL_GATHER = kind(Collective.ALL_GATHER, "ring all-gather: n-1 steps", 1);

  private final Collective collective;
  private final Settings settings;
  private final int[] ranks;
  private final int channels;
  private final int steps;
  private final long size;
  private final long startPs;

  private RingCollective(Collective collective, int passes, Settings settings, WorkloadSite site) {
    this.collective = collective;
    this.settings = settings;
    int[] listed = CommonParameters.participants(settings, site);
    this.ranks = listed.clone();
    if (settings.get(ORDER) == RingOrder.SHUFFLED) {
      int[] order = site.draws("ring").permutation(listed.length);
      for (int i = 0; i < order.length; i++) {
        ranks[i] = listed[order[i]];
      }
    }
    this.channels = Math.toIntExact(settings.get(CHANNELS));
    this.steps = Math.toIntExact(settings.get(REPEAT) * passes * (ranks.length - 1));
    this.size = settings.get(SIZE).bytes();
    this.startPs = settings.get(CommonParameters.START).ps();
  }

  private static Workload kind(Collective collective, String meaning, int passes) {
    return new Workload(
            collective.word(),
            meaning,
            List.of(SIZE, CommonParameters.HOSTS, ORDER, CHANNELS, REPEAT, CommonParameters.START),
            (settings, site) -> check(passes, settings, site),
            (settings, site) -> new RingCollective(collective, passes, settings, site))
        .runAs(LibraryTimeouts::ofCollectives);
  }

  private static List<KnobConflict> check(int passes, Settings settings, WorkloadSite site) {
    List<KnobConflict> complaints = new ArrayList<>(CommonParameters.check(settings, site, 2));
    double n = CommonParameters.participants(settings, site).length;
    CommonParameters.flows(
        complaints, REPEAT, n * (n - 1) * passes * settings.get(CHANNELS) * settings.get(REPEAT));
    return complaints;
  }

  /** What it is in the words of nccl-tests. */
  CalledCollective called() {
    return new CalledCollective(
        collective, "ring", "", ranks.length, size, settings.get(REPEAT), startPs, 0);
  }

  private int rank(int flow) {
    return flow % ranks.length;
  }

  private int channel(int flow) {
    return flow / ranks.length % channels;
  }

  private int step(int flow) {
    return flow / ranks.length / channels;
  }

  @Override
  public int flows() {
    return steps * channels * ranks.length;
  }

  @Override
  public int source(int flow) {
    return ranks[rank(flow)];
  }

  @Override
  public int destination(int flow) {
    return ranks[(rank(flow) + 1) % ranks.length];
  }

  @Override
  public long bytes(int flow) {
    int chunk = Math.floorMod(rank(flow) - step(flow), ranks.length);
    return share(share(size, channels, channel(flow)), ranks.length, chunk);
  }

  /** The k-th of n parts that differ by at most a byte. */
  private static long share(long whole, int n, int k) {
    return whole / n + (k < whole % n ? 1 : 0);
  }

  @Override
  public long startPs(int flow) {
    return startPs;
  }

  @Override
  public int queuePairs() {
    return channels * ranks.length;
  }

  @Override
  public int queuePair(int flow) {
    return flow % (channels * ranks.length);
  }

  @Override
  public int queuePairIndex(int flow) {
    return channel(flow);
  }

  @Override
  public int needs(int flow) {
    return step(flow) == 0 ? 0 : 1;
  }

  @Override
  public void whenDelivered(int flow, IntConsumer dependent) {
    int step = step(flow);
    if (step + 1 < steps) {
      int next = (rank(flow) + 1) % ranks.length;
      dependent.accept(((step + 1) * channels + channel(flow)) * ranks.length + next);
    }
  }

  @Override
  public String description() {
    long repeat = settings.get(REPEAT);
    return "%sring %s of %s over %d ranks%s"
        .formatted(
            repeat == 1 ? "" : repeat + " x ",
            collective.word(),
            new Size(size),
            ranks.length,
            channels == 1 ? "" : ", " + channels + " channels");
  }

  @Override
  public BuildRecipe recipe() {
    return new BuildRecipe(collective.word(), settings);
  }
}

package dev.headroom.run.figures;

import dev.headroom.model.flow.CombinedFlowProgram;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.FlowSink;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of flows, collected as they end. Percentiles are exact up to {@link #EXACT} finished
 * flows; above, they come from histograms (three significant digits) and only a seeded sample of
 * flows stays in memory.
 *
 * <p>Not threadsafe: a run calls its sink from one thread at a time.
 */
public final class FlowStatistics implements FlowSink {
  /** Finished flows up to which every one is kept. */
  public static final int EXACT = 1_000_000;

  /** Unfinished flows and slowest flows that are kept one by one. */
  static final int KEPT = 20;

  private static final Comparator<FlowResult> FASTEST_FIRST =
      Comparator.comparingDouble(FlowResult::slowdown)
          .thenComparing(Comparator.comparingInt(FlowResult::flow).reversed());

  private final int exact;
  private final IntUnaryOperator partOf;
  private final FlowColumns finished;
  private final DistinctSizes sizes = new DistinctSizes();
  private final HostBytes hosts;
  private final PriorityQueue<FlowResult> slowest = new PriorityQueue<>(FASTEST_FIRST);
  private final List<FlowResult> unfinished = new ArrayList<>();

  /** All that did not finish, by size and by what went wrong. */
  private final UnfinishedCounts stuck = new UnfinishedCounts();

  private final BitSet undelivered = new BitSet();
  private final BitSet uncompleted = new BitSet();
  private @Nullable FlowHistograms histograms;
  private long finishedCount;
  private long totalPayloadBytes;
  private long firstStartPs = Long.MAX_VALUE;
  private long lastCompletionPs;

  /** The same for each part of a workload of several; else empty. */
  private final List<FlowStatistics> parts = new ArrayList<>();

  /**
   * @param hostCount hosts of the fabric
   * @param seed of the sample
   */
  public FlowStatistics(int hostCount, long seed) {
    this(hostCount, seed, EXACT);
  }

  FlowStatistics(int hostCount, long seed, int exact) {
    this(hostCount, seed, exact, flow -> 0);
  }

  private FlowStatistics(int hostCount, long seed, int exact, IntUnaryOperator partOf) {
    this.partOf = partOf;
    this.exact = exact;
    this.hosts = new HostBytes(hostCount);
    this.finished = new FlowColumns(exact, seed);
  }

  /** For the flows of a scenario, part by part where its workload has several. */
  public static FlowStatistics of(Scenario scenario) {
    FlowProgram program = scenario.flows();
    int hosts = scenario.fabric().hosts().size();
    long seed = scenario.settings().get(RunKnobs.SEED);
    FlowStatistics tally = new FlowStatistics(hosts, seed, EXACT, program::part);
    if (program instanceof CombinedFlowProgram combinedFlowProgram
        && combinedFlowProgram.parts().size() > 1) {
      int several = combinedFlowProgram.parts().size();
      for (int part = 0; part < several; part++) {
        tally.parts.add(new FlowStatistics(hosts, seed, Math.max(1000, EXACT / several)));
      }
    }
    return tally;
  }

  @Override
  public void accept(FlowResult flow) {
    if (!parts.isEmpty()) {
      parts.get(partOf.applyAsInt(flow.flow())).accept(flow);
    }
    sizes.add(flow.bytes());
    totalPayloadBytes += flow.bytes();
    hosts.add(flow.source(), flow.destination(), flow.deliveredBytes());
    if (flow.startPs() >= 0) {
      firstStartPs = Math.min(firstStartPs, flow.startPs());
    }
    if (flow.finished()) {
      finish(flow);
    } else {
      stuck.add(flow);
      uncompleted.set(flow.flow());
      undelivered.set(flow.flow(), flow.deliveredPs() < 0);
      keep(flow);
    }
  }

  /** Of the flows that did not finish the first are kept, the worst before the others. */
  private void keep(FlowResult flow) {
    int place = unfinished.size();
    while (place > 0 && failureRank(unfinished.get(place - 1)) < failureRank(flow)) {
      place--;
    }
    if (place < KEPT) {
      unfinished.add(place, flow);
      if (unfinished.size() > KEPT) {
        unfinished.removeLast();
      }
    }
  }

  /** A queue pair that gave up says more than what has not been sent since. */
  private static int failureRank(FlowResult flow) {
    return flow.failure().isEmpty() ? 0 : flow.failure().contains("counter exceeded") ? 2 : 1;
  }

  private void finish(FlowResult flow) {
    if (finishedCount == exact) {
      histograms = mergedHistograms();
    }
    finishedCount++;
    lastCompletionPs = Math.max(lastCompletionPs, flow.completedPs());
    finished.add(flow.bytes(), flow.fctPs(), flow.idealFctPs());
    if (histograms != null) {
      histograms.add(flow.bytes(), flow.fctPs(), flow.slowdown());
    }
    slowest.add(flow);
    if (slowest.size() > KEPT) {
      slowest.remove();
    }
  }

  private FlowHistograms mergedHistograms() {
    FlowHistograms all = new FlowHistograms();
    for (int i = 0; i < finished.count(); i++) {
      all.add(finished.bytes(i), finished.fctPs(i), finished.slowdown(i));
    }
    return all;
  }

  public long finished() {
    return finishedCount;
  }

  /** When the first flow was posted; 0 if none was. */
  public long firstStartPs() {
    return firstStartPs == Long.MAX_VALUE ? 0 : firstStartPs;
  }

  /** When the last of the finished flows did so; 0 if none has. */
  long lastCompletionPs() {
    return lastCompletionPs;
  }

  /** Part by part; empty where there are no several. */
  List<FlowStatistics> parts() {
    return parts;
  }

  public long unfinished() {
    return stuck.total();
  }

  /** Payload of all flows, finished or not. */
  public long totalPayloadBytes() {
    return totalPayloadBytes;
  }

  /** Payload bytes by host. */
  public HostBytes hosts() {
    return hosts;
  }

  /** The first unfinished flows: those that gave up, those that cannot go on, then the others. */
  public List<FlowResult> unfinishedFlows() {
    return unfinished;
  }

  /** Flows whose last byte was not placed. */
  public BitSet undelivered() {
    return undelivered;
  }

  /** Flows that did not finish. */
  public BitSet uncompleted() {
    return uncompleted;
  }

  public UnfinishedCounts stuck() {
    return stuck;
  }

  /** The flows of greatest slowdown, worst first. */
  public List<FlowResult> slowest() {
    return slowest.stream().sorted(FASTEST_FIRST.reversed()).toList();
  }

  /** Completion times of all finished flows, in picoseconds. */
  public Distribution fct() {
    return histograms == null ? column(-1, null, false) : histograms.fct();
  }

  /** Slowdowns of all finished flows. */
  public Distribution slowdown() {
    return histograms == null ? column(-1, null, true) : histograms.slowdown();
  }

  /** By size, smallest first; ranges without a flow are left out. */
  public List<SizeBucket> buckets() {
    SizeRanges ranges = histograms == null ? sizes.ranges() : SizeRanges.DECADES;
    List<SizeBucket> buckets = new ArrayList<>();
    for (int i = 0; i < ranges.count(); i++) {
      Distribution fct = histograms == null ? column(i, ranges, false) : histograms.fct(i);
      long left = stuck.between(ranges.from()[i], ranges.to()[i]);
      if (fct.count() + left > 0) {
        Distribution slow = histograms == null ? column(i, ranges, true) : histograms.slowdown(i);
        buckets.add(
            new SizeBucket(
                ranges.label()[i], ranges.from()[i], ranges.to()[i], fct.count(), left, fct, slow));
      }
    }
    return buckets;
  }

  /** Up to {@code most} finished flows, evenly spread over those held. */
  public FlowSample sample(int most) {
    int count = Math.min(most, finished.count());
    long[] bytes = new long[count];
    double[] slowdown = new double[count];
    for (int i = 0; i < count; i++) {
      int at = (int) ((long) i * finished.count() / count);
      bytes[i] = finished.bytes(at);
      slowdown[i] = finished.slowdown(at);
    }
    return new FlowSample(bytes, slowdown, count == finishedCount);
  }

  /** Slowdown by size: finished flows in order of size, cut into up to {@code most} equal parts. */
  public List<SizeBand> bands(int most) {
    return SizeBand.of(finished, most);
  }

  private Distribution column(int range, @Nullable SizeRanges ranges, boolean slowdown) {
    double[] values = new double[finished.count()];
    int count = 0;
    for (int i = 0; i < finished.count(); i++) {
      if (ranges == null || ranges.of(finished.bytes(i)) == range) {
        values[count++] = slowdown ? finished.slowdown(i) : finished.fctPs(i);
      }
    }
    return Distribution.ofSorting(Arrays.copyOf(values, count));
  }
}

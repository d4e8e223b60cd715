package dev.headroom.run.summary;

import dev.headroom.model.flow.CombinedFlowProgram;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.workload.CalledCollective;
import dev.headroom.run.figures.CollectiveFigures;
import dev.headroom.run.figures.Distribution;
import dev.headroom.run.figures.PartResult;
import dev.headroom.run.figures.PortLoad;
import dev.headroom.run.figures.WorkloadFigures;
import dev.headroom.sim.measure.CpuCounts;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Measure by which runs are compared.
 *
 * @param name as tables show it
 * @param key as compare.json spells it, with its unit
 * @param better whether less or more of it is better, or neither
 * @param of its value; NaN where there is none
 * @param unit what it counts
 */
public record Measure(
    String name, String key, Better better, ToDoubleFunction<RunSummary> of, MeasureUnit unit) {

  /** The key of what a workload is judged by, where that is not when the last flow ended. */
  public static final String COLLECTIVE = "collectivePs";

  public static final String UNFINISHED = "unfinished";

  /** The key that only runs with GPUs that compute have. */
  public static final String COMPUTED = "computedShare";

  public static final String SLOWDOWN = "slowdownP99";
  public static final String COMPLETION = "completionPs";
  public static final String HELD_BACK = "pausedPs";
  public static final String QUEUE = "deepestQueueBytes";
  public static final String LOSSLESS_DROPS = "losslessDrops";
  public static final String GOODPUT_MEAN = "goodputMeanBps";
  public static final String GOODPUT_LEAST = "goodputLeastBps";
  private static final String CPU = "cpuPs";

  /** Which way is good. */
  public enum Better {
    LESS,
    MORE,
    NEITHER
  }

  /** Parts of a workload that are compared one by one. */
  private static final int PARTS = 8;

  private static final List<Measure> OF_COLLECTIVES =
      List.of(
          less(
              "collective time",
              COLLECTIVE,
              s -> collective(s.workload().figures(), CollectiveFigures::timePs),
              MeasureUnit.TIME),
          more(
              "busbw",
              "busbwGBps",
              s -> collective(s.workload().figures(), CollectiveFigures::busbw),
              MeasureUnit.BUSBW),
          neither(
              "NICs busy, mean",
              "nicsBusyShare",
              s -> s.network().ports().hostsBusy(),
              MeasureUnit.SHARE));

  private static final List<Measure> OF_JOBS =
      List.of(
          more(
              "GPUs computed",
              COMPUTED,
              s ->
                  s.workload()
                      .figures()
                      .job()
                      .map(job -> JobText.computing(job, s.workload().figures().durationPs()))
                      .orElse(Double.NaN),
              MeasureUnit.SHARE));

  private static final List<Measure> OF_ALL =
      List.of(
          less("completion", COMPLETION, Measure::completion, MeasureUnit.TIME),
          more(
              "goodput per host",
              GOODPUT_MEAN,
              s -> s.payload().goodput().meanBps(),
              MeasureUnit.RATE),
          more(
              "least goodput",
              GOODPUT_LEAST,
              s -> s.payload().goodput().leastBps(),
              MeasureUnit.RATE),
          neither("busiest link", "busiestShare", Measure::busiest, MeasureUnit.SHARE),
          less(
              "FCT p50",
              "fctP50Ps",
              s -> or(s.flows().fct(), s.flows().fct().p50()),
              MeasureUnit.TIME),
          less(
              "FCT p99",
              "fctP99Ps",
              s -> or(s.flows().fct(), s.flows().fct().p99()),
              MeasureUnit.TIME),
          less(
              "slowdown p50",
              "slowdownP50",
              s -> or(s.flows().fct(), s.flows().slowdown().p50()),
              MeasureUnit.RATIO),
          less(
              "slowdown p95",
              "slowdownP95",
              s -> or(s.flows().fct(), s.flows().slowdown().p95()),
              MeasureUnit.RATIO),
          less(
              "slowdown p99",
              SLOWDOWN,
              s -> or(s.flows().fct(), s.flows().slowdown().p99()),
              MeasureUnit.RATIO),
          less("slowdown p99.9", "slowdownP999", Measure::slowest, MeasureUnit.RATIO),
          less("unfinished flows", UNFINISHED, RunSummary::unfinished, MeasureUnit.COUNT),
          less(
              "pauses, credit waits",
              "pauses",
              s -> s.result().counts().pauses(),
              MeasureUnit.COUNT),
          less("time held back", HELD_BACK, s -> s.result().counts().pausedPs(), MeasureUnit.TIME),
          less("deepest queue", QUEUE, Measure::deepest, MeasureUnit.SIZE),
          neither("ECN marks", "marks", s -> s.result().counts().marks(), MeasureUnit.COUNT),
          neither("CNPs", "cnps", s -> s.result().counts().cnpPackets(), MeasureUnit.COUNT),
          less("sent again", "retransmissions", Measure::retransmittedShare, MeasureUnit.COUNT),
          less("drops", "drops", Measure::drops, MeasureUnit.COUNT));

  /**
   * Drops for lack of room in classes that PFC is to keep from loss, and the work of hosts' cores;
   * left out where they are 0 in all runs.
   */
  private static final List<Measure> WHERE_ANY =
      List.of(
          less("lossless drops", LOSSLESS_DROPS, Measure::losslessDrops, MeasureUnit.COUNT),
          less("CPU time of hosts", CPU, s -> cpu(s).busyPs(), MeasureUnit.TIME),
          less("system calls", "syscalls", s -> cpu(s).syscalls(), MeasureUnit.COUNT),
          less("interrupts", "interrupts", s -> cpu(s).interrupts(), MeasureUnit.COUNT),
          less("copied by hosts", "copiedBytes", s -> cpu(s).copiedBytes(), MeasureUnit.SIZE));

  /** Those of a run, in the order of the table: of all its flows, and of each part of several. */
  public static List<Measure> of(RunSummary summary) {
    return of(summary.scenario(), summary.workload().figures().job().isPresent());
  }

  /** Those that runs of a scenario may have, whatever its GPUs do. */
  public static List<Measure> of(Scenario scenario) {
    return of(scenario, scenario.flows().schedules().size() > 0);
  }

  private static List<Measure> of(Scenario scenario, boolean isJob) {
    List<Measure> all = new ArrayList<>();
    if (CollectiveFigures.isCollective(scenario)) {
      all.addAll(OF_COLLECTIVES);
    } else if (isJob) {
      all.addAll(OF_JOBS);
    }
    all.addAll(OF_ALL);
    all.addAll(WHERE_ANY);
    // a list of one has no parts: its flows are all flows
    if (scenario.flows() instanceof CombinedFlowProgram combinedFlowProgram
        && combinedFlowProgram.parts().size() > 1) {
      for (int part = 0; part < Math.min(PARTS, combinedFlowProgram.parts().size()); part++) {
        all.addAll(ofPart(part, combinedFlowProgram.parts().get(part)));
      }
    }
    return all;
  }

  private static List<Measure> ofPart(int part, FlowProgram of) {
    String name = PartResult.name(part, of);
    String key = "part" + part;
    Stream<Measure> collective =
        CalledCollective.of(of).isEmpty()
            ? Stream.empty()
            : Stream.of(
                more(
                    name + ", busbw",
                    key + "BusbwGBps",
                    s ->
                        collective(
                            s.workload().parts().get(part).figures(), CollectiveFigures::busbw),
                    MeasureUnit.BUSBW));
    Stream<Measure> flows =
        Stream.of(
            less(
                name + ", end",
                key + "CompletionPs",
                s -> end(s.workload().parts().get(part)),
                MeasureUnit.TIME),
            less(
                name + ", FCT p50",
                key + "FctP50Ps",
                s ->
                    or(
                        s.workload().parts().get(part).fct(),
                        s.workload().parts().get(part).fct().p50()),
                MeasureUnit.TIME),
            less(
                name + ", FCT p99",
                key + "FctP99Ps",
                s ->
                    or(
                        s.workload().parts().get(part).fct(),
                        s.workload().parts().get(part).fct().p99()),
                MeasureUnit.TIME));
    return Stream.concat(collective, flows).toList();
  }

  private static double end(PartResult part) {
    return part.unfinished() > 0 ? Double.NaN : part.completionPs();
  }

  private static Measure less(
      String name, String key, ToDoubleFunction<RunSummary> of, MeasureUnit unit) {
    return new Measure(name, key, Better.LESS, of, unit);
  }

  private static Measure more(
      String name, String key, ToDoubleFunction<RunSummary> of, MeasureUnit unit) {
    return new Measure(name, key, Better.MORE, of, unit);
  }

  private static Measure neither(
      String name, String key, ToDoubleFunction<RunSummary> of, MeasureUnit unit) {
    return new Measure(name, key, Better.NEITHER, of, unit);
  }

  /** Whether it is of no interest where it is 0 in all runs. */
  public boolean isShownWhereAny() {
    return WHERE_ANY.stream().anyMatch(each -> each.key.equals(key));
  }

  private static CpuCounts cpu(RunSummary summary) {
    return summary.result().counts().cpu();
  }

  /** Whether it is a share of a whole, 0 to 1, shown in percent. */
  public boolean isShare() {
    return unit == MeasureUnit.SHARE;
  }

  /**
   * Whether it is known only once all flows have finished: of those that have by then it would look
   * better than it is.
   */
  public boolean needsAllFlows() {
    return switch (unit) {
      case TIME -> !key.equals(HELD_BACK) && !key.equals(CPU);
      case RATIO, BUSBW -> true;
      case SIZE, RATE, SHARE, COUNT -> false;
    };
  }

  /** A value as people read it; a dash for none. */
  public String text(double value) {
    return Double.isNaN(value) ? "-" : unit.text(value);
  }

  /** Whether one value is better than another, which this measure may have no word for. */
  public boolean isBetter(double one, double other) {
    return switch (better) {
      case LESS -> one < other;
      case MORE -> one > other;
      case NEITHER -> false;
    };
  }

  private static double collective(
      WorkloadFigures workload, ToDoubleFunction<CollectiveFigures> figure) {
    return workload.collective().map(figures -> figure.applyAsDouble(figures)).orElse(Double.NaN);
  }

  private static double completion(RunSummary summary) {
    return summary.result().outcome() == RunResult.Outcome.FINISHED
        ? summary.span().durationPs()
        : Double.NaN;
  }

  private static double busiest(RunSummary summary) {
    return summary.network().ports().loads().stream().mapToDouble(PortLoad::busy).max().orElse(0);
  }

  private static double deepest(RunSummary summary) {
    return summary.network().ports().loads().stream()
        .mapToLong(PortLoad::peakQueueBytes)
        .max()
        .orElse(0);
  }

  private static double slowest(RunSummary summary) {
    return or(summary.flows().fct(), summary.flows().slowdown().p999());
  }

  private static double retransmittedShare(RunSummary summary) {
    return summary.result().counts().retransmissions();
  }

  private static double drops(RunSummary summary) {
    return summary.result().counts().drops().values().stream().mapToLong(Long::longValue).sum();
  }

  private static double losslessDrops(RunSummary summary) {
    Map<DropCause, Long> drops = summary.result().counts().losslessDrops();
    return LossHeadlines.FOR_ROOM.stream().mapToLong(cause -> drops.getOrDefault(cause, 0L)).sum();
  }

  private static double or(Distribution flows, double value) {
    return flows.count() == 0 ? Double.NaN : value;
  }
}

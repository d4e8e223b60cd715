package dev.headroom.app.results;

import dev.headroom.sim.measure.CpuCounts;
import dev.headroom.sim.measure.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * A figure by which runs are compared.
 *
 * @param name as tables show it
 * @param key as compare.json spells it, with its unit
 * @param better whether less or more of it is better, or neither
 * @param of its value; NaN where there is none
 * @param text a value for people
 */
public record Measure(
    String name,
    String key,
    Better better,
    ToDoubleFunction<Summary> of,
    DoubleFunction<String> text) {

  /** The key of what a workload is judged by, where that is not when the last flow ended. */
  static final String COLLECTIVE = "collectivePs";

  static final String SLOWDOWN = "slowdownP99";
  static final String COMPLETION = "completionPs";

  /** Which way is good. */
  public enum Better {
    LESS,
    MORE,
    NEITHER
  }

  /** Parts of a workload that are compared one by one. */
  private static final int PARTS = 8;

  /** Of shares, 0 to 1, by which they are known. */
  private static final DoubleFunction<String> SHARE = Figures::percent;

  private static final List<Measure> OF_COLLECTIVES =
      List.of(
          less(
              "collective time",
              COLLECTIVE,
              s -> collective(s.figures(), CollectiveFigures::timePs),
              Figures::time),
          more(
              "busbw",
              "busbwGBps",
              s -> collective(s.figures(), CollectiveFigures::busbw),
              Measure::busbw),
          neither("NICs busy, mean", "nicsBusyShare", s -> s.ports().hostsBusy(), SHARE));

  private static final List<Measure> OF_JOBS =
      List.of(
          more(
              "GPUs computed",
              "computedShare",
              s ->
                  s.figures()
                      .job()
                      .map(job -> JobWords.computing(job, s.figures().durationPs()))
                      .orElse(Double.NaN),
              SHARE));

  private static final List<Measure> OF_ALL =
      List.of(
          less("completion", COMPLETION, Measure::completion, Figures::time),
          more("goodput per host", "goodputMeanBps", s -> s.goodput().meanBps(), Figures::rate),
          more("least goodput", "goodputLeastBps", s -> s.goodput().leastBps(), Figures::rate),
          neither("busiest link", "busiestShare", Measure::busiest, SHARE),
          less("FCT p50", "fctP50Ps", s -> or(s.fct(), s.fct().p50()), Figures::time),
          less("FCT p99", "fctP99Ps", s -> or(s.fct(), s.fct().p99()), Figures::time),
          less("slowdown p50", "slowdownP50", s -> or(s.fct(), s.slowdown().p50()), Figures::ratio),
          less("slowdown p95", "slowdownP95", s -> or(s.fct(), s.slowdown().p95()), Figures::ratio),
          less("slowdown p99", SLOWDOWN, s -> or(s.fct(), s.slowdown().p99()), Figures::ratio),
          less("slowdown p99.9", "slowdownP999", Measure::slowest, Figures::ratio),
          less("unfinished flows", "unfinished", Summary::unfinished, Measure::whole),
          less("pauses, credit waits", "pauses", s -> s.result().counts().pauses(), Measure::whole),
          less("time held back", "pausedPs", s -> s.result().counts().pausedPs(), Figures::time),
          less("deepest queue", "deepestQueueBytes", Measure::deepest, Figures::size),
          neither("ECN marks", "marks", s -> s.result().counts().marks(), Measure::whole),
          neither("CNPs", "cnps", s -> s.result().counts().cnpPackets(), Measure::whole),
          less("sent again", "retransmissions", Measure::sentAgain, Measure::whole),
          less("drops", "drops", Measure::drops, Measure::whole));

  /** What the cores of hosts have done; left out where they have nothing to do in any run. */
  private static final List<Measure> OF_CORES =
      List.of(
          less("CPU time of hosts", "cpuPs", s -> cpu(s).busyPs(), Figures::time),
          less("system calls", "syscalls", s -> cpu(s).syscalls(), Measure::whole),
          less("interrupts", "interrupts", s -> cpu(s).interrupts(), Measure::whole),
          less("copied by hosts", "copiedBytes", s -> cpu(s).copiedBytes(), Figures::size));

  /** Those of a run, in the order of the table: of all its flows, and of each part of several. */
  static List<Measure> of(Summary summary) {
    List<Measure> all = new ArrayList<>();
    if (CollectiveFigures.isCollective(summary.scenario())) {
      all.addAll(OF_COLLECTIVES);
    } else if (summary.figures().job().isPresent()) {
      all.addAll(OF_JOBS);
    }
    all.addAll(OF_ALL);
    all.addAll(OF_CORES);
    for (int part = 0; part < Math.min(PARTS, summary.parts().size()); part++) {
      all.addAll(ofPart(part, summary.parts().get(part)));
    }
    return all;
  }

  private static List<Measure> ofPart(int part, PartResult of) {
    String name = of.name();
    String key = "part" + part;
    Stream<Measure> collective =
        of.figures().collective().isEmpty()
            ? Stream.empty()
            : Stream.of(
                more(
                    name + ", busbw",
                    key + "BusbwGBps",
                    s -> collective(s.parts().get(part).figures(), CollectiveFigures::busbw),
                    Measure::busbw));
    Stream<Measure> flows =
        Stream.of(
            less(
                name + ", end", key + "CompletionPs", s -> end(s.parts().get(part)), Figures::time),
            less(
                name + ", FCT p50",
                key + "FctP50Ps",
                s -> or(s.parts().get(part).fct(), s.parts().get(part).fct().p50()),
                Figures::time),
            less(
                name + ", FCT p99",
                key + "FctP99Ps",
                s -> or(s.parts().get(part).fct(), s.parts().get(part).fct().p99()),
                Figures::time));
    return Stream.concat(collective, flows).toList();
  }

  private static double end(PartResult part) {
    return part.unfinished() > 0 ? Double.NaN : part.completionPs();
  }

  private static Measure less(
      String name, String key, ToDoubleFunction<Summary> of, DoubleFunction<String> text) {
    return new Measure(name, key, Better.LESS, of, text);
  }

  private static Measure more(
      String name, String key, ToDoubleFunction<Summary> of, DoubleFunction<String> text) {
    return new Measure(name, key, Better.MORE, of, text);
  }

  private static Measure neither(
      String name, String key, ToDoubleFunction<Summary> of, DoubleFunction<String> text) {
    return new Measure(name, key, Better.NEITHER, of, text);
  }

  /** Whether it is of no interest where it is 0 in all runs. */
  boolean isOfCores() {
    return OF_CORES.stream().anyMatch(each -> each.key.equals(key));
  }

  private static CpuCounts cpu(Summary summary) {
    return summary.result().counts().cpu();
  }

  /** Whether it is a share of a whole, 0 to 1, shown in percent. */
  public boolean isShare() {
    return text.equals(SHARE);
  }

  private static double collective(
      WorkloadFigures workload, ToDoubleFunction<CollectiveFigures> figure) {
    return workload.collective().map(figures -> figure.applyAsDouble(figures)).orElse(Double.NaN);
  }

  private static String busbw(double gigabytes) {
    return Figures.decimal(gigabytes, 2) + " GB/s";
  }

  private static double completion(Summary summary) {
    return summary.result().outcome() == RunResult.Outcome.FINISHED
        ? summary.durationPs()
        : Double.NaN;
  }

  private static double busiest(Summary summary) {
    return summary.ports().loads().stream().mapToDouble(PortLoad::busy).max().orElse(0);
  }

  private static double deepest(Summary summary) {
    return summary.ports().loads().stream().mapToLong(PortLoad::peakQueueBytes).max().orElse(0);
  }

  private static double slowest(Summary summary) {
    return or(summary.fct(), summary.slowdown().p999());
  }

  private static double sentAgain(Summary summary) {
    return summary.result().counts().retransmissions();
  }

  private static double drops(Summary summary) {
    return summary.result().counts().drops().values().stream().mapToLong(Long::longValue).sum();
  }

  private static double or(Distribution flows, double value) {
    return flows.count() == 0 ? Double.NaN : value;
  }

  private static String whole(double value) {
    return Figures.count(Math.round(value));
  }
}

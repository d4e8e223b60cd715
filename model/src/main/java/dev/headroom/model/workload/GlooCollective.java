package dev.headroom.model.workload;

import static dev.headroom.model.knob.ValueType.RATE;
import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.choice;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.gloo.Gloo;
import dev.headroom.model.gloo.GlooAlgorithm;
import dev.headroom.model.knob.BuildRecipe;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.script.ScriptedSchedule;
import dev.headroom.unit.CountedNoun;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Workload {@code gloo}: one collective of a process on each host, in host memory. */
public final class GlooCollective {
  private static final String AUTO = "auto";

  /** Messages of all processes together. */
  private static final int MOST = 1 << 23;

  public static final Knob<Collective> COLLECTIVE =
      Knob.of(
          "workload.collective",
          choice(
              Stream.of(Collective.values())
                  .filter(each -> GlooAlgorithm.of(each).findAny().isPresent())
                  .toList()),
          Collective.ALL_REDUCE.word(),
          "collective operation");
  public static final Knob<Size> SIZE =
      CommonParameters.size(
          "64MiB",
          "the largest buffer of a process; its elements are floats if they fill it exactly");
  public static final Knob<String> ALGORITHM =
      Knob.of(
              "workload.algorithm",
              choice(
                  Stream.concat(Stream.of(AUTO), GlooAlgorithm.words().stream())
                      .toArray(String[]::new)),
              AUTO,
              "Gloo's algorithm; auto: Gloo's default")
          .from("pytorch/gloo 70dc360, allreduce.cc: ring");
  public static final Knob<Rate> REDUCE =
      Knob.of(
              "workload.reduceRate",
              RATE,
              "53Gbps",
              "rate at which a thread adds one buffer to another; it copies half as many "
                  + "bytes again in the same time")
          .within("1Mbps", "100Tbps")
          .from(
              "STREAM Triad of one thread on a Xeon E5-2690 v3, 19.9 GB/s, is three such streams");
  public static final Knob<Time> WAKE =
      Knob.of(
              "workload.wake",
              TIME,
              "1us",
              "latency from the thread that reads a connection to the thread that waits for "
                  + "the message")
          .within("0ns", "10ms")
          .from("as hosts.cpu.interrupt");

  public static final Workload WORKLOAD =
      Workload.onChosenHosts(
          "gloo",
          "one collective as in Gloo, with one process on each host",
          List.of(COLLECTIVE, SIZE, ALGORITHM, REDUCE, WAKE, CommonParameters.START),
          GlooCollective::check,
          GlooCollective::build);

  private GlooCollective() {}

  /** What was called, of flows that this workload made; empty where another one made them. */
  static Optional<CalledCollective> calledBy(FlowProgram flows) {
    return ProcessFlows.of(flows, WORKLOAD.name())
        .map(own -> {
          Settings settings = own.recipe().parameters();
          return own.called(
              settings.get(COLLECTIVE),
              algorithm(settings).orElseThrow().word(),
              settings.get(SIZE));
        });
  }

  private static Optional<GlooAlgorithm> algorithm(Settings settings) {
    Optional<GlooAlgorithm> asked = GlooAlgorithm.named(settings.get(ALGORITHM));
    return GlooAlgorithm.of(settings.get(COLLECTIVE))
        .filter(each -> asked.map(only -> only == each).orElse(true))
        .findFirst();
  }

  private static List<KnobConflict> check(Settings settings, WorkloadSite site) {
    List<KnobConflict> complaints = new ArrayList<>();
    if (site.hosts().size() < 2) {
      complaints.add(
          new KnobConflict(COLLECTIVE.name(), "a collective of one host", "two hosts or more"));
    }
    if (algorithm(settings).isEmpty()) {
      List<String> right =
          GlooAlgorithm.of(settings.get(COLLECTIVE)).map(GlooAlgorithm::word).toList();
      complaints.add(
          new KnobConflict(
              ALGORITHM.name(),
              "Gloo has no %s with algorithm %s"
                  .formatted(settings.get(COLLECTIVE).word(), settings.get(ALGORITHM)),
              String.join(", ", right)));
    }
    if (complaints.isEmpty()) {
      double calls = calls(site.hosts().size(), settings.get(SIZE).bytes());
      if (calls > MOST) {
        complaints.add(
            new KnobConflict(
                SIZE.name(), "that makes %.0f messages".formatted(calls), "at most " + MOST));
      }
    }
    return complaints;
  }

  /** About what all processes send: segments of a mebibyte twice round, or to everybody. */
  private static double calls(double hosts, long bytes) {
    return hosts * (2.0 * bytes / (1 << 20) + 4 * hosts);
  }

  private static FlowProgram build(Settings settings, WorkloadSite site) {
    int hosts = site.hosts().size();
    ScriptedSchedule schedule =
        Gloo.schedule(
            algorithm(settings).orElseThrow(),
            settings.get(COLLECTIVE),
            hosts,
            settings.get(SIZE).bytes(),
            8e12 / settings.get(REDUCE).bps());
    return new ProcessFlows(
        schedule,
        settings.get(CommonParameters.START).ps(),
        settings.get(WAKE).ps(),
        site,
        "%s of %s over %s"
            .formatted(
                schedule.description(), settings.get(SIZE), CountedNoun.of(hosts, "process")),
        new BuildRecipe(WORKLOAD.name(), settings));
  }
}

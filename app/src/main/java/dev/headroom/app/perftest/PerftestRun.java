package dev.headroom.app.perftest;

import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.unit.Size;
import dev.headroom.model.workload.FlowProgram;
import dev.headroom.model.workload.MessageStreams;
import dev.headroom.model.workload.PingPong;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.FlowSink;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.wire.perf.Bandwidth;
import dev.headroom.wire.perf.Latency;
import dev.headroom.wire.perf.PerfReport;
import dev.headroom.wire.perf.PerfTest.Verb;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One size of a test on a fabric that carries nothing else.
 *
 * @param scenario the fabric and its settings; its own flows do not run
 */
public record PerftestRun(Scenario scenario, PerftestPair pair, PerftestArguments call) {
  private static final long PS_PER_NS = 1000;

  /** Runs a scenario. */
  @FunctionalInterface
  public interface Simulator {
    RunResult run(Scenario scenario, FlowSink flows);
  }

  /**
   * What came of it.
   *
   * @param report what was measured; empty where a queue pair gave up or the run was stopped
   * @param failure why a queue pair went to error; empty where none did
   * @param completed messages of the client that were completed
   * @param interrupted whether a person stopped it
   */
  public record Outcome(
      Optional<PerfReport> report, String failure, long completed, boolean interrupted) {}

  /** The scenario of one size. */
  public Scenario of(long bytes) {
    boolean reads = call.test().verb() == Verb.READ;
    int from = reads ? pair.peer().place() : pair.client().place();
    int to = reads ? pair.client().place() : pair.peer().place();
    FlowProgram flows =
        call.test().latency()
            ? new PingPong(from, to, call.messages(), bytes, !reads)
            : new MessageStreams(
                from, to, call.queuePairs(), call.messages(), bytes, call.bothWays());
    Settings settings = scenario.settings().with(TransportKnobs.MESSAGE_SIZE, new Size(bytes));
    return new Scenario(
        call.program(),
        scenario.fabric(),
        scenario.failures(),
        scenario.wear(),
        settings,
        scenario.overrides(),
        flows.description(),
        flows,
        List.of());
  }

  /** Simulates it. */
  public Outcome run(long bytes, Simulator simulator) {
    Scenario one = of(bytes);
    FlowResult[] flows = new FlowResult[one.flows().flows()];
    RunResult result = simulator.run(one, flow -> flows[flow.flow()] = flow);
    boolean finished = result.outcome() == RunResult.Outcome.FINISHED;
    Optional<String> failure =
        Arrays.stream(flows)
            .filter(flow -> flow != null && !flow.failure().isEmpty())
            .map(FlowResult::failure)
            .findFirst();
    long completed = Arrays.stream(flows).filter(flow -> flow != null && flow.finished()).count();
    return new Outcome(
        finished ? Optional.of(report(bytes, flows)) : Optional.empty(),
        failure.orElse(""),
        completed,
        result.outcome() == RunResult.Outcome.INTERRUPTED);
  }

  private PerfReport report(long bytes, FlowResult[] flows) {
    if (call.test().latency()) {
      boolean answered = call.test().pingPong();
      int step = answered ? 2 : 1;
      long[] posted = new long[call.messages()];
      for (int i = 0; i < posted.length; i++) {
        posted[i] = flows[i * step].startPs() / PS_PER_NS;
      }
      return Latency.of(bytes, posted, 1.0 / step);
    }
    Bandwidth there = bandwidth(bytes, flows, 0);
    return call.bothWays() ? there.and(bandwidth(bytes, flows, call.queuePairs())) : there;
  }

  /** Of the queue pairs from a first one on. */
  private Bandwidth bandwidth(long bytes, FlowResult[] flows, int first) {
    int messages = call.messages();
    List<Long> posted = new ArrayList<>();
    List<long[]> completions = new ArrayList<>();
    for (int queuePair = first; queuePair < first + call.queuePairs(); queuePair++) {
      long[] known = known(flows, queuePair * messages, messages, completions);
      for (int i = 0; i < messages; i++) {
        posted.add(i < call.depth() ? 0 : known[i - call.depth()]);
      }
    }
    posted.sort(null);
    completions.sort((one, other) -> Long.compare(one[0], other[0]));
    long[] completed = new long[posted.size()];
    int done = 0;
    for (long[] completion : completions) {
      done += (int) completion[1];
      completed[done - 1] = completion[0];
    }
    long[] postedNs = posted.stream().mapToLong(Long::longValue).toArray();
    return call.withoutPeak()
        ? Bandwidth.of(bytes, completed.length, completed[completed.length - 1] * 1e-9)
        : Bandwidth.of(bytes, postedNs, completed);
  }

  /**
   * When the client knows of each message of a queue pair that it is done: with the completion that
   * it shares with others.
   *
   * @param completions filled with when each completion came, in ns, and for how many messages
   */
  private long[] known(FlowResult[] flows, int first, int messages, List<long[]> completions) {
    int shared = Math.min(call.moderation(), call.depth());
    long[] known = new long[messages];
    for (int begin = 0; begin < messages; begin += shared) {
      int end = Math.min(begin + shared, messages);
      long ns = flows[first + end - 1].completedPs() / PS_PER_NS;
      Arrays.fill(known, begin, end, ns);
      completions.add(new long[] {ns, end - begin});
    }
    return known;
  }
}

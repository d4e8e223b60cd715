package dev.headroom.app.perftest;

import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.flow.MessageStreams;
import dev.headroom.model.flow.PingPongFlows;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.FlowSink;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.unit.Size;
import dev.headroom.wire.perftest.BandwidthResult;
import dev.headroom.wire.perftest.LatencyResult;
import dev.headroom.wire.perftest.MeanLatencyResult;
import dev.headroom.wire.perftest.PerfReport;
import dev.headroom.wire.perftest.PerfTest.Verb;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Simulation of one size of a test on an otherwise idle fabric.
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
   * @param eachUs each latency in microseconds, in order; empty of a bandwidth
   */
  public record Outcome(
      Optional<PerfReport> report,
      String failure,
      long completed,
      boolean interrupted,
      List<Double> eachUs) {
    public Outcome {
      eachUs = List.copyOf(eachUs);
    }
  }

  /** The scenario of one size. */
  public Scenario of(long bytes) {
    boolean reads = call.test().verb() == Verb.READ;
    int from = reads ? pair.peer().place() : pair.client().place();
    int to = reads ? pair.client().place() : pair.peer().place();
    FlowProgram flows =
        call.test().latency()
            ? new PingPongFlows(from, to, call.messages(), bytes, !reads)
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
        result.outcome() == RunResult.Outcome.INTERRUPTED,
        finished && call.test().latency() ? eachUs(posted(flows)) : List.of());
  }

  /** When each message was posted, in nanoseconds. */
  private long[] posted(FlowResult[] flows) {
    long[] posted = new long[call.messages()];
    for (int i = 0; i < posted.length; i++) {
      posted[i] = flows[i * step()].startPs() / PS_PER_NS;
    }
    return posted;
  }

  /** Messages of either side to one of the client's. */
  private int step() {
    return call.test().pingPong() ? 2 : 1;
  }

  private List<Double> eachUs(long[] posted) {
    return IntStream.range(1, posted.length)
        .mapToObj(i -> (posted[i] - posted[i - 1]) * 1e-3 / step())
        .toList();
  }

  private PerfReport report(long bytes, FlowResult[] flows) {
    if (call.test().latency()) {
      long[] posted = posted(flows);
      return call.counted()
          .<PerfReport>map(seconds -> mean(bytes, posted, seconds))
          .orElseGet(() -> LatencyResult.of(bytes, posted, 1.0 / step()));
    }
    BandwidthResult there = bandwidth(bytes, flows, 0);
    return call.bothWays() ? there.and(bandwidth(bytes, flows, call.queuePairs())) : there;
  }

  /** What so many seconds would hold at the pace of all these messages. */
  private MeanLatencyResult mean(long bytes, long[] posted, int seconds) {
    double each = (posted[posted.length - 1] - posted[0]) * 1e-9 / (posted.length - 1);
    return new MeanLatencyResult(bytes, (long) (seconds / each), each * 1e6 / step(), 1 / each);
  }

  /**
   * What so many seconds would hold at the pace of the completions that came when a quarter of all
   * had: until then queues fill.
   *
   * @param completions when each came, in ns, and for how many messages, in order of time
   */
  private static BandwidthResult steady(long bytes, List<long[]> completions, int seconds) {
    long all = completions.stream().mapToLong(completion -> completion[1]).sum();
    long done = 0;
    int at = 0;
    while (4 * done < all) {
      done += completions.get(at++)[1];
    }
    long ns = completions.getLast()[0] - completions.get(at - 1)[0];
    double perSecond = ns > 0 ? (all - done) * 1e9 / ns : all * 1e9 / completions.getLast()[0];
    long messages = (long) (perSecond * seconds);
    return BandwidthResult.of(bytes, messages, messages / perSecond);
  }

  /** Of the queue pairs from a first one on. */
  private BandwidthResult bandwidth(long bytes, FlowResult[] flows, int first) {
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
    if (call.counted().isPresent()) {
      return steady(bytes, completions, call.counted().get());
    }
    long[] completed = new long[posted.size()];
    int done = 0;
    for (long[] completion : completions) {
      done += (int) completion[1];
      completed[done - 1] = completion[0];
    }
    long[] postedNs = posted.stream().mapToLong(Long::longValue).toArray();
    return call.withoutPeak()
        ? BandwidthResult.of(bytes, completed.length, completed[completed.length - 1] * 1e-9)
        : BandwidthResult.of(bytes, postedNs, completed);
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

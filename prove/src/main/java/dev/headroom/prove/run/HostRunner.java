package dev.headroom.prove.run;

import dev.headroom.model.text.FailureMessage;
import dev.headroom.prove.check.CheckOutput;
import dev.headroom.prove.check.CheckScript;
import dev.headroom.prove.check.CollectiveRun;
import dev.headroom.prove.counters.CounterReading;
import dev.headroom.prove.counters.FileTree;
import dev.headroom.prove.counters.HostCounters;
import dev.headroom.prove.counters.LocalTree;
import dev.headroom.prove.counters.SentTree;
import dev.headroom.prove.evidence.Entry.LinkResult;
import dev.headroom.prove.evidence.HostCheck;
import dev.headroom.prove.evidence.Sha256;
import dev.headroom.prove.plan.BurnInPlan;
import dev.headroom.prove.plan.CollectivePlan;
import dev.headroom.prove.plan.CollectivePlan.Launcher;
import dev.headroom.prove.plan.HostTool;
import dev.headroom.prove.plan.StepPlan;
import dev.headroom.prove.plan.Target;
import dev.headroom.prove.plan.Tool;
import dev.headroom.prove.plan.Way;
import dev.headroom.prove.run.HostShells.Answer;
import dev.headroom.prove.slice.Slice;
import dev.headroom.prove.verdict.RunLedger;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Runner of slices on hosts, with perftest where both ends of all pairs have it, else with {@code
 * headroom perf}, whose endpoint is software: the results say so.
 */
public final class HostRunner implements SliceRunner {
  /** Measure of a slice whose traffic cannot have left its machine. */
  static final String WITHIN_MACHINE = "within_machine";

  private static final Duration FOR_COUNTERS = Duration.ofSeconds(60);
  private static final long LOOK_MILLIS = 200;

  /** Seconds by which a clock may be put right without a note. */
  private static final double MOST_JUMP = 1;

  /** The tools that look at a host have limits of their own, which add up to less. */
  private static final Duration FOR_CHECKS = Duration.ofMinutes(45);

  /** Seconds between readings within a slice. */
  private static final long SAMPLE_SECONDS = 30;

  /** Seconds that the slowest tool needs besides its traffic. */
  private static final long MARGIN_SECONDS = 90;

  private final BurnInPlan plan;
  private final HostShells shells;
  private final HostShells local;
  private final TrafficScripts scripts;
  private final SortedMap<String, String> versions = new TreeMap<>();
  private final Map<String, String> tools = new HashMap<>();
  private final LocalTree here = LocalTree.machine();
  private final RunClock clock = new RunClock(InstantSource.system(), System::nanoTime);

  /**
   * @param headroom words that start Headroom on the hosts
   * @param version of Headroom
   */
  public HostRunner(BurnInPlan plan, HostShells shells, List<String> headroom, String version) {
    this(plan, shells, CommandShells.local(), headroom, version);
  }

  /** The same with the shell in which Slurm's launcher is started. */
  HostRunner(
      BurnInPlan plan, HostShells shells, HostShells local, List<String> headroom, String version) {
    this.plan = plan;
    this.shells = shells;
    this.local = local;
    scripts =
        new TrafficScripts(
            plan.targets(), plan.runner(), headroom, Sha256.of(plan.text()).substring(0, 16));
    versions.put("headroom", version);
  }

  @Override
  public boolean isRehearsal() {
    return false;
  }

  @Override
  public String boot() {
    return HostCounters.read(here, "", "").boot();
  }

  @Override
  public SortedMap<String, String> versions() {
    return versions;
  }

  @Override
  public void resume(RunLedger done) throws IOException {
    if (!done.starts().isEmpty()) {
      clock.resume(Instant.parse(done.starts().getFirst().time()), done.lastSecond());
    }
    try {
      everywhere(scripts.cleanup(), FOR_COUNTERS);
      everywhere(scripts.probe(), FOR_COUNTERS).forEach(this::probed);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private void probed(String host, Answer answer) {
    String tool =
        answer
            .output()
            .lines()
            .filter(line -> line.startsWith("@@ tool "))
            .findFirst()
            .map(line -> line.substring("@@ tool ".length()).strip())
            .orElse("none");
    tools.put(host, tool.replaceFirst(" .*", ""));
    versions.put(
        "traffic on " + host, answer.problem().isEmpty() ? tool : tool + ", " + answer.problem());
  }

  private Map<String, Answer> everywhere(String script, Duration limit)
      throws IOException, InterruptedException {
    Map<String, String> all = new LinkedHashMap<>();
    plan.targets().forEach(target -> all.put(target.host(), script));
    return shells.run(all, limit);
  }

  @Override
  public double second() {
    return clock.second();
  }

  @Override
  public String time() {
    return clock.now().truncatedTo(ChronoUnit.MILLIS).toString();
  }

  @Override
  public SortedMap<String, CounterReading> read() throws IOException, InterruptedException {
    SortedMap<String, CounterReading> readings = new TreeMap<>();
    if (plan.runner().way() == Way.LOCAL) {
      plan.targets().forEach(target -> readings.put(target.name(), reading(here, target)));
      return readings;
    }
    Map<String, Answer> answers = everywhere(SentTree.script(), FOR_COUNTERS);
    for (Target target : plan.targets()) {
      Answer answer = answers.getOrDefault(target.host(), new Answer("", "no answer"));
      CounterReading reading = reading(SentTree.of(answer.output()), target);
      if (!answer.problem().isEmpty()) {
        reading.missing().put("host", answer.problem());
      }
      readings.put(target.name(), reading);
    }
    return readings;
  }

  @Override
  public void check(Set<String> done, BooleanSupplier stop, Consumer<HostLook> found)
      throws IOException, InterruptedException {
    List<HostTool> tools = plan.runner().checks();
    if (tools.isEmpty()) {
      return;
    }
    List<String> hosts = plan.targets().stream().map(Target::host).distinct().toList();
    if (plan.runner().way() == Way.LOCAL) {
      hosts = hosts.subList(0, 1); // they are all this machine
    }
    Map<String, List<HostTool>> asked = new LinkedHashMap<>();
    Map<String, String> all = new LinkedHashMap<>();
    for (String host : hosts) {
      if (!done.contains(host)) {
        List<HostTool> its = new ArrayList<>(tools);
        if (!host.equals(hosts.getFirst())) {
          its.remove(HostTool.IBDIAGNET); // one host sees the whole fabric
        }
        asked.put(host, its);
        all.put(host, CheckScript.of(its, versions.getOrDefault("headroom", "")));
      }
    }
    Map<String, Answer> answers = watched(shells, all, FOR_CHECKS, stop, () -> {});
    asked.forEach((host, its) -> {
      Answer answer = answers.getOrDefault(host, new Answer("", "no answer"));
      List<HostCheck> checks =
          answer.problem().isEmpty()
              ? CheckOutput.of(its, host, answer.output())
              : its.stream().map(each -> HostCheck.broken(each.word(), answer.problem())).toList();
      found.accept(new HostLook(host, checks, answer.output().getBytes(StandardCharsets.UTF_8)));
    });
  }

  @Override
  public Optional<Collective> collective(BooleanSupplier stop)
      throws IOException, InterruptedException {
    if (plan.runner().collective().isEmpty()) {
      return Optional.empty();
    }
    CollectivePlan its = plan.runner().collective().get();
    List<String> hosts = plan.targets().stream().map(Target::host).distinct().toList();
    String first = hosts.getFirst();
    Answer answer =
        watched(
                its.launcher() == Launcher.SRUN ? local : shells,
                Map.of(first, CollectiveRun.script(its, hosts)),
                CollectiveRun.LIMIT,
                stop,
                () -> {})
            .getOrDefault(first, new Answer("", "no answer"));
    CollectiveRun run = CollectiveRun.of(answer.output(), its.ranksPerHost() * hosts.size());
    if (!answer.problem().isEmpty()) {
      run = new CollectiveRun(run.measures(), answer.problem());
    }
    return Optional.of(
        new Collective(
            its.launcher().word(), run, answer.output().getBytes(StandardCharsets.UTF_8)));
  }

  private static CounterReading reading(FileTree tree, Target target) {
    return HostCounters.read(tree, target.device(), target.netdev());
  }

  @Override
  public Result run(Slice slice, BooleanSupplier stop, Sampling samples)
      throws IOException, InterruptedException {
    Tool tool = tool(slice);
    if (tool == Tool.AUTO) {
      return without(slice);
    }
    RunClock.Stretch stretch = clock.stretch();
    Map<String, Answer> answers =
        watched(
            shells,
            scripts.of(slice, tool, slice.seconds()),
            Duration.ofSeconds(slice.seconds() + MARGIN_SECONDS),
            stop,
            samples);
    double seconds = Math.min(slice.seconds(), stretch.seconds());
    StringBuilder raw = new StringBuilder();
    answers.forEach((host, answer) ->
        raw.append("== ").append(host).append('\n').append(answer.output()).append('\n'));
    List<String> notes = new ArrayList<>();
    double jump = stretch.jump();
    if (Math.abs(jump) > MOST_JUMP) {
      notes.add(
          String.format(
              Locale.ROOT, "The clock of this machine was set by %+.0f s in this slice.", jump));
    }
    if (tool == Tool.PERF) {
      notes.add(
          "headroom perf is a software endpoint: it exercises hosts and addresses, and not the NIC's"
              + " RDMA engine.");
    }
    return new Result(
        seconds,
        tool == Tool.PERF ? Tool.PERF.title() : Tool.PERFTEST.title(),
        results(slice, answers),
        isWithinMachine(tool) ? Map.of(WITHIN_MACHINE, 1.0) : Map.of(),
        notes,
        raw.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** Runs scripts, and takes readings while they run. */
  private Map<String, Answer> watched(
      HostShells by,
      Map<String, String> all,
      Duration limit,
      BooleanSupplier stop,
      Sampling samples)
      throws IOException, InterruptedException {
    try (ExecutorService crew = Executors.newSingleThreadExecutor()) {
      Future<Map<String, Answer>> running = crew.submit(() -> by.run(all, limit));
      long due = System.nanoTime() + TimeUnit.SECONDS.toNanos(SAMPLE_SECONDS);
      try {
        while (true) {
          try {
            return running.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
          } catch (TimeoutException _) {
            if (stop.getAsBoolean()) {
              throw new InterruptedException("stopped");
            }
            if (System.nanoTime() >= due) {
              samples.sample();
              due += TimeUnit.SECONDS.toNanos(SAMPLE_SECONDS);
            }
          }
        }
      } catch (ExecutionException e) {
        throw new IOException("could not run the scripts: " + FailureMessage.of(e), e);
      } finally {
        running.cancel(true);
        crew.shutdownNow();
      }
    }
  }

  /** What makes the traffic of a slice; {@link Tool#AUTO} if a host has nothing for it. */
  private Tool tool(Slice slice) {
    Tool asked = plan.step(slice.step()).map(StepPlan::tool).orElse(Tool.AUTO);
    Set<String> found = new LinkedHashSet<>();
    for (Slice.Pair pair : slice.pairs()) {
      found.add(tools.getOrDefault(plan.targets().get(pair.sender()).host(), "none"));
      found.add(tools.getOrDefault(plan.targets().get(pair.receiver()).host(), "none"));
    }
    if (found.contains("none")) {
      return Tool.AUTO;
    }
    return found.contains("perf") || asked == Tool.PERF ? Tool.PERF : Tool.PERFTEST;
  }

  /** Whether the kernel hands packets over without any port: both addresses are this machine's. */
  private boolean isWithinMachine(Tool tool) {
    return plan.runner().way() == Way.LOCAL && tool == Tool.PERF;
  }

  private Result without(Slice slice) {
    List<LinkResult> results =
        slice.pairs().stream()
            .map(pair ->
                new LinkResult(
                    plan.targets().get(pair.sender()).name(),
                    plan.targets().get(pair.receiver()).name(),
                    Map.of(),
                    "a host of the pair has neither perftest nor headroom"))
            .toList();
    return new Result(0, "none", results, Map.of(), List.of(), new byte[0]);
  }

  private List<LinkResult> results(Slice slice, Map<String, Answer> answers) {
    List<LinkResult> results = new ArrayList<>();
    Map<String, TrafficOutput> outputs = new HashMap<>();
    answers.forEach((host, answer) -> outputs.put(host, TrafficOutput.of(answer.output())));
    for (int i = 0; i < slice.pairs().size(); i++) {
      Target sender = plan.targets().get(slice.pairs().get(i).sender());
      Target receiver = plan.targets().get(slice.pairs().get(i).receiver());
      Answer answer = answers.getOrDefault(sender.host(), new Answer("", "no answer"));
      TrafficOutput output = outputs.getOrDefault(sender.host(), TrafficOutput.of(""));
      TrafficOutput.Client client =
          output
              .client(i)
              .orElse(
                  new TrafficOutput.Client(
                      Double.NaN,
                      answer.problem().isEmpty() ? "it did not run" : answer.problem()));
      Map<String, Double> measures = new TreeMap<>();
      if (!Double.isNaN(client.gbps())) {
        measures.put("gbps", client.gbps());
      }
      output.tail(i).ifPresent(tail -> measures.put("latency_p99_us", tail));
      results.add(new LinkResult(sender.name(), receiver.name(), measures, client.problem()));
    }
    return results;
  }

  @Override
  public void close() {
    // shells hold nothing between scripts
  }
}

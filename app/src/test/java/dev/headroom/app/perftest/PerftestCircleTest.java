package dev.headroom.app.perftest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.model.collective.CollectiveLibrary;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.machine.ServerLayout;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.wire.perftest.BandwidthResult;
import dev.headroom.wire.perftest.LatencyResult;
import dev.headroom.wire.perftest.MeanLatencyResult;
import dev.headroom.wire.perftest.PerfReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What perftest would print on a model's hosts is read back to the same model. */
final class PerftestCircleTest {
  private static final long SEED = Long.getLong("headroom.seed", 20261122);
  private static final int SCENARIOS = Integer.getInteger("headroom.circles", 200);
  private static final Path LOGS = Path.of("../../shared/fixtures/perftest");

  @Test
  void shouldReadBackWhatItShows() {
    Random random = new Random(SEED);
    for (int i = 0; i < SCENARIOS; i++) {
      PerftestArguments call = PerftestArguments.parse(call(random));
      Scenario scenario = scenario(random, call);
      List<Node> hosts = scenario.fabric().hosts();
      PerftestPair pair = PerftestPair.of(scenario, hosts.get(random.nextInt(hosts.size())), call);
      int mtu = Math.toIntExact(scenario.settings().get(TransportKnobs.MTU));
      PerfReport report = report(random, call);
      PerftestOutput output = new PerftestOutput(pair, call, mtu);
      String text =
          output.head()
              + output.row(new PerftestRun.Outcome(Optional.of(report), "", 0, false, List.of()))
              + output.end();
      assertThat(told(read(text), text, pair, call, mtu, report))
          .as("seed %d, scenario %d: %s\n%s", SEED, i, pair, text)
          .isEmpty();
    }
  }

  private static FactSet read(String text) {
    return new FactSet(FormatCatalogue.reader().read(FactSource.of("test.txt"), text).facts());
  }

  private static List<String> told(
      FactSet read,
      String text,
      PerftestPair pair,
      PerftestArguments call,
      int mtu,
      PerfReport report) {
    List<String> wrong = new ArrayList<>();
    Subject test = subject(read, "perftest at ", "test");
    same("device", read.text(test, "device").orElse(""), pair.client().device(), wrong);
    same("queue pairs", read.text(test, "number-of-qps").orElse(""), "" + call.queuePairs(), wrong);
    same(
        "relaxed ordering",
        read.text(test, "pcie-relax-order").orElse("").split("\\s", 2)[0],
        call.relaxed() ? "ON" : "OFF",
        wrong);
    same("MTU", read.text(test, "mtu").orElse(""), mtu + "[B]", wrong);
    String events = call.events() ? pair.client().device() + "_comp0" : "";
    same("events", read.text(test, "events").orElse(""), events, wrong);
    boolean infiniband = pair.client().infiniband();
    same("link", read.text(test, "link-type").orElse(""), infiniband ? "IB" : "Ethernet", wrong);
    if (!infiniband) {
      String address = pair.peer().ipv4();
      String last = address.substring(address.lastIndexOf('.') + 1);
      String gid = read.text(test, "remote.gid").orElse("");
      same("address", "" + Integer.parseInt(gid.substring(gid.lastIndexOf(':') + 1)), last, wrong);
    }
    same(
        "GPU",
        text.contains(
            (call.rocm() ? "Using ROCm Device with ID: " : "Picking device No. ")
                + call.gpu().orElse(-1)),
        call.gpu().isPresent(),
        wrong);
    Subject row = subject(read, "perftest %d B".formatted(bytes(report)), "iterations");
    switch (report) {
      case BandwidthResult b -> {
        double average = call.gigabits() ? b.averageGbps() : b.averageMiBps();
        String unit = call.gigabits() ? "gb-sec" : "mib-sec";
        near(read, row, "bw-average." + unit, average, wrong);
        near(read, row, "msgrate.mpps", b.messageRateMpps(), wrong);
      }
      case LatencyResult l -> {
        near(read, row, "t-min.usec", l.minUs(), wrong);
        near(read, row, "t-typical.usec", l.medianUs(), wrong);
        near(read, row, "99-percentile.usec", l.p99Us(), wrong);
      }
      case MeanLatencyResult l -> near(read, row, "t-avg.usec", l.meanUs(), wrong);
    }
    return wrong;
  }

  private static long bytes(PerfReport report) {
    return switch (report) {
      case BandwidthResult b -> b.bytes();
      case LatencyResult l -> l.bytes();
      case MeanLatencyResult l -> l.bytes();
    };
  }

  private static Subject subject(FactSet read, String beginning, String key) {
    return read.subjects(SubjectKind.MEASUREMENT).stream()
        .filter(subject -> subject.name().startsWith(beginning))
        .filter(subject -> read.text(subject, key).orElse("").length() > 0)
        .findFirst()
        .orElseThrow(() -> new AssertionError("nothing was read that begins " + beginning));
  }

  private static <T> void same(String what, T read, T model, List<String> wrong) {
    if (!read.equals(model)) {
      wrong.add(what + " was read as " + read + " and is " + model);
    }
  }

  private static void near(
      FactSet read, Subject subject, String key, double value, List<String> wrong) {
    double found = Double.parseDouble(read.text(subject, key).orElse("-1"));
    if (Math.abs(found - value) > 0.006) {
      wrong.add(subject + " " + key + " was read as " + found + " and is " + value);
    }
  }

  private static PerfReport report(Random random, PerftestArguments call) {
    long bytes = call.sizes().max().orElseThrow();
    long[] posted = new long[call.messages()];
    long[] completed = new long[call.messages()];
    long now = 0;
    for (int i = 0; i < posted.length; i++) {
      posted[i] = now;
      now += 1 + random.nextInt(5000);
      completed[i] = now;
    }
    return call.test().latency()
        ? LatencyResult.of(bytes, posted, call.test().pingPong() ? 0.5 : 1)
        : BandwidthResult.of(bytes, posted, completed);
  }

  private static String call(Random random) {
    List<String> programs = PerftestArguments.programs();
    String program = programs.get(random.nextInt(programs.size()));
    boolean bandwidth = program.endsWith("bw");
    StringBuilder call = new StringBuilder(program);
    call.append(" -n ").append(200 + 2 * random.nextInt(25));
    call.append(bandwidth && random.nextBoolean() ? " -l 2" : "");
    call.append(random.nextBoolean() ? " --disable_pcie_relaxed" : "");
    call.append(" -s ").append(1 << random.nextInt(24));
    call.append(random.nextBoolean() ? " -R" : "");
    call.append(!program.contains("write") && random.nextBoolean() ? " -e" : "");
    call.append(bandwidth && random.nextBoolean() ? " --report_gbits" : "");
    call.append(bandwidth ? " -q " + (1 + random.nextInt(4)) : "");
    String gpu = random.nextInt(3) == 0 ? " --use_rocm=" : " --use_cuda=";
    call.append(random.nextBoolean() ? gpu + random.nextInt(4) : "");
    return call.toString();
  }

  private static Scenario scenario(Random random, PerftestArguments call) {
    List<String> machines =
        ServerLayout.names().stream()
            .filter(name -> !name.equals(ServerLayout.PLAIN))
            .filter(name -> call.gpu().isEmpty() || isAmds(name) == call.rocm())
            .toList();
    String machine = machines.get(random.nextInt(machines.size()));
    int rails = 1 + random.nextInt(ServerLayout.of(machine, 8).nics().size());
    String text =
        """
        fabric: {topology: rail-optimized, servers: %d, rails: %d, links: {rate: 400Gbps}}
        hosts: {machine: %s}
        transport: {type: %s, mtu: %d}
        workload: {type: permutation, size: 1KB}
        """
            .formatted(
                2 + random.nextInt(6),
                rails,
                machine,
                random.nextBoolean() ? "rocev2" : "infiniband",
                256 << random.nextInt(5));
    return switch (ScenarioReader.read(text, "s.yaml", call.sets(), _ -> Optional.empty())) {
      case ScenarioReader.Good(Scenario scenario) -> scenario;
      case ScenarioReader.Bad bad -> throw new AssertionError(bad.problems() + "\n" + text);
    };
  }

  private static boolean isAmds(String machine) {
    return ServerLayout.of(machine, 8).library() == CollectiveLibrary.RCCL;
  }

  /** Two servers with GPUs at the Massachusetts Open Cloud, over GPUDirect and 32 queue pairs. */
  @Test
  void shouldSayWhatPerftestSaysInTheSameOrder() throws IOException {
    Path log = LOGS.resolve("moc_gpu_ib_write_bw_q32.log");
    assumeTrue(Files.exists(log), "the log is not here");
    PerftestArguments call =
        PerftestArguments.parse(
            "ib_write_bw -a -q 32 -R -n 5000 --report_gbits --use_cuda=0 --use_cuda_dmabuf");
    Scenario scenario =
        switch (ScenarioReader.read(
            """
            fabric: {topology: rail-optimized, servers: 2, rails: 4, links: {rate: 400Gbps}}
            hosts: {machine: sd665n-h100}
            workload: {type: permutation, size: 1KB}
            """,
            "s.yaml",
            call.sets(),
            _ -> Optional.empty())) {
          case ScenarioReader.Good(Scenario good) -> good;
          case ScenarioReader.Bad bad -> throw new AssertionError(bad.problems());
        };
    PerftestPair pair = PerftestPair.of(scenario, scenario.fabric().hosts().getFirst(), call);
    PerftestOutput output = new PerftestOutput(pair, call, 4096);
    String own = output.head() + output.end();
    List<String> real =
        Files.readAllLines(log).stream()
            .filter(line -> !line.matches("\\s*\\d+ .*")) // results are another test's
            .map(PerftestCircleTest::shape)
            .toList();
    assertThat(own.lines().map(PerftestCircleTest::shape).toList()).isEqualTo(real);
  }

  /** Without what differs from machine to machine. */
  private static String shape(String line) {
    return line.replaceAll("mlx5_\\d", "mlx5")
        .replaceAll("TOS +: \\d+", "")
        .replaceAll("\\[NVIDIA [^]]*]", "[]")
        .replaceAll("0x[0-9a-f]+|\\b[0-9a-fA-F]*\\d[0-9a-fA-F]*\\b", "#")
        .replaceAll("\\s+", " ")
        .toLowerCase(Locale.ROOT)
        .strip();
  }
}

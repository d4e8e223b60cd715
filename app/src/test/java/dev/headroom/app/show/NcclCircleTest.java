package dev.headroom.app.show;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nccl.NcclKeys;
import dev.headroom.model.collective.NcclRelease;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.model.schedule.ChannelWiring;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a model logs in NCCL's words: read back to the same model, and beside NCCL's own logs. */
final class NcclCircleTest {
  private static final long SEED = Long.getLong("headroom.seed", 20261122);
  private static final int SCENARIOS = Integer.getInteger("headroom.circles", 200) / 4;
  private static final Path LOGS = Path.of("../../shared/fixtures/nccl_log");

  @Test
  void shouldReadBackTheSameJob() {
    Random random = new Random(SEED);
    for (int i = 0; i < SCENARIOS; i++) {
      NcclJob job = job(random);
      HostFacts read = ReadBack.host(NcclLog.of(job));
      List<String> wrong = new ArrayList<>();
      for (int gpu = 0; gpu < job.layout().gpus(); gpu++) {
        rank(read.facts(), job, gpu, wrong);
      }
      assertThat(wrong)
          .as("seed %d, scenario %d: %s %s", SEED, i, job.layout(), job.environment())
          .isEmpty();
    }
  }

  private static void rank(FactSet read, NcclJob job, int gpu, List<String> wrong) {
    int rank = job.firstRank() + gpu;
    String name = job.server().name() + ":" + (4000 + rank);
    Subject subject = new Subject(SubjectKind.RANK, name);
    same("rank", read.text(subject, "rank").orElse(""), "" + rank, wrong);
    same("ranks", read.text(subject, "ranks").orElse(""), "" + job.layout().ranks(), wrong);
    same("network", read.text(subject, NcclKeys.NETWORK).orElse(""), job.network().words(), wrong);
    job.environment()
        .forEach((variable, value) ->
            same(
                variable,
                read.text(subject, "env." + variable).orElse(""),
                value.replaceAll("[.]$", ""),
                wrong));
    if (job.network() == NcclJob.Network.IB) {
      String using = read.text(subject, NcclKeys.IB_USING).orElse("");
      same("devices", using.split("mlx5_", -1).length - 1, job.server().nics().size(), wrong);
      String reached = read.text(subject, "gdr.HCA 0").orElse("");
      String said = isEarlier(job) ? "" : "on"; // it says of devices only that they do not
      same("GPUDirect", reached, job.gpuDirect() ? said : "off", wrong);
    }
    lines(read, job, rank, name, wrong);
  }

  private static boolean isEarlier(NcclJob job) {
    return job.layout().cluster().release() == NcclRelease.V2_9_9;
  }

  /** Every line of a ring that leads to another machine is there at both of its ends. */
  private static void lines(FactSet read, NcclJob job, int rank, String name, List<String> wrong) {
    ChannelWiring wiring = job.wiring();
    for (int channel = 0; channel < wiring.channels(); channel++) {
      int next = wiring.next(channel, rank);
      boolean apart = job.layout().isOtherMachine(rank, next);
      Subject line =
          new Subject(
              SubjectKind.CHANNEL,
              "%s %02d/0 %d->%d%s".formatted(name, channel, rank, next, apart ? " send" : ""));
      String way = read.text(line, NcclKeys.TRANSPORT).orElse("");
      same(line + " over the network", way.startsWith("NET/"), apart, wrong);
      if (apart) {
        int nic = job.layout().nicFor(rank, next, job.pxn()) % job.server().nics().size();
        String device = "NET/" + job.network().words() + "/" + nic;
        same(line + " by its NIC", way.split("[(]|/GDR", 2)[0], device, wrong);
        same(
            line + " GPUDirect",
            read.text(line, NcclKeys.GDRDMA).orElse(""),
            job.gpuDirect() ? "on" : "off",
            wrong);
      }
    }
  }

  private static <T> void same(String what, T read, T model, List<String> wrong) {
    if (!read.equals(model)) {
      wrong.add(what + " was read as " + read + " and is " + model);
    }
  }

  private static NcclJob job(Random random) {
    List<String> machines = List.of("dgx-a100", "dgx-h100", "hgx-b200", "cloud-vm", "sd665n-h100");
    List<String> sets = new ArrayList<>();
    sets.add("workload.pxn=" + random.nextBoolean());
    sets.add("workload.gpuDirect=" + random.nextBoolean());
    sets.add("workload.queuePairs=" + (1 << random.nextInt(4)));
    sets.add("transport.ackTimeout=" + (14 + random.nextInt(8)));
    if (random.nextInt(3) == 0) {
      sets.add("workload.channels=" + (1 + random.nextInt(16)));
    }
    if (random.nextInt(3) == 0) {
      sets.add("workload.buffer=" + (2 << random.nextInt(4)) + "MiB");
      sets.add("workload.nvlsChunk=" + (64 << random.nextInt(4)) + "KiB");
      sets.add("workload.nvlsTreeChunk=" + (64 << random.nextInt(4)) + "KiB");
    }
    if (random.nextInt(4) == 0) {
      sets.add("transport.type=tcp");
    }
    String machine = machines.get(random.nextInt(machines.size()));
    if (machine.equals("dgx-a100") && random.nextBoolean()) {
      sets.add("workload.release=2.9.9");
    }
    return job(machine, 1 + random.nextInt(6), sets, random);
  }

  private static NcclJob job(String machine, int machines, List<String> sets, Random random) {
    int nics = machine.equals("sd665n-h100") ? 4 : 8;
    String text =
        """
        fabric: {topology: rail-optimized, servers: %d, rails: %d, links: {rate: 400Gbps}}
        workload: {type: nccl, machine: %s, size: 1MiB}
        """
            .formatted(machines, nics, machine);
    return switch (ScenarioReader.read(text, "s.yaml", sets, _ -> Optional.empty())) {
      case ScenarioReader.Good(Scenario scenario) ->
          NcclJob.of(
              scenario,
              scenario.fabric().hosts().get(random.nextInt(scenario.fabric().hosts().size())));
      case ScenarioReader.Bad bad -> throw new AssertionError(bad.problems() + "\n" + text + sets);
    };
  }

  @Test
  void shouldSayTheReleaseThatTheModelRuns() {
    assertThat(first("dgx-a100", "workload.release=2.30.7"))
        .contains(
            " NCCL INFO NCCL version 2.30.7+cuda",
            " NCCL INFO [Rank 0] ncclCommInitRankConfig comm 0x",
            "NET/IB : Made virtual device [0] name=mlx5_0 speed=400000 ndevs=1 rail=-1 plane=-1\n",
            "0[0] -> 7[7] via P2P/CUMEM/read\n")
        .doesNotContain("for GPU ");
    assertThat(first("dgx-a100", "workload.release=2.9.9"))
        .contains(
            "\nNCCL version 2.9.9+cuda",
            "NCCL INFO Bootstrap : Using ens1np0:10.0.0.",
            "mlx5_0:1/RoCE",
            " ; OOB ens1np0:",
            "via P2P/IPC/read\n",
            "Connected all rings\n",
            "/ HCA 0 (distance 4 <= 4), read 0\n")
        .doesNotContain("Init START", "Made virtual device", "use ring PXN");
    assertThat(first("dgx-h100", "workload.pxn=true")).contains("via P2P/CUMEM\n");
  }

  private static String first(String machine, String set) {
    return first(machine, set, 2);
  }

  /** What the first of some machines logs. */
  private static String first(String machine, String set, int machines) {
    NcclJob job = job(machine, machines, List.of(set), new Random(SEED));
    return NcclLog.of(
        new NcclJob(
            job.layout(),
            job.wiring(),
            job.server(),
            0,
            job.network(),
            job.gpuDirect(),
            job.pxn(),
            job.environment()));
  }

  /** {@code dumpLine}: columns as wide as the last rank, cut to 127 characters. */
  @Test
  void shouldCutListsOfRanksAsNcclDoes() {
    List<String> lists =
        first("dgx-h100", "workload.pxn=true", 6)
            .lines()
            .filter(line -> line.contains("INFO Channel 00/"))
            .map(line -> line.substring(line.indexOf("Channel")))
            .toList();
    assertThat(lists.getFirst()).hasSize(127).matches("Channel 00/\\d\\d :  0 .*\\.\\.\\.");
  }

  /** A job that a graph describes, and one beside other traffic. */
  @Test
  void shouldLogOfGraphsAndOfPartsOfAWorkload() {
    String graph =
        """
        fabric: {topology: rail-optimized, servers: 2, rails: 8, links: {rate: 400Gbps}}
        workload:
          type: graph
          machine: dgx-h100
          graph: |
            gpu 0..15
            all all-reduce 16MiB
        """;
    assertThat(log(graph, 8)).contains("rank 15 nranks 16", "via NET/IB/");
    String parts =
        """
        fabric: {topology: rail-optimized, servers: 2, rails: 8, links: {rate: 400Gbps}}
        workload:
          - {type: incast, fanIn: 3, size: 1MB}
          - {type: nccl, machine: dgx-h100, size: 1MiB}
        """;
    assertThat(log(parts, 0)).contains("rank 0 nranks 16");
    String none =
        """
        fabric: {topology: single, hosts: 4, links: {rate: 400Gbps}}
        workload: {type: incast, fanIn: 3, size: 1MB}
        """;
    assertThatThrownBy(() -> log(none, 0))
        .hasMessageContaining("nccl, training, steps and graph do");
  }

  private static String log(String text, int host) {
    return switch (ScenarioReader.read(text, "s.yaml", List.of(), _ -> Optional.empty())) {
      case ScenarioReader.Good(Scenario scenario) ->
          NcclLog.of(NcclJob.of(scenario, scenario.fabric().hosts().get(host)));
      case ScenarioReader.Bad bad -> throw new AssertionError(bad.problems() + "\n" + text);
    };
  }

  /**
   * Numbers apart, NCCL 2.26.2 has printed each of these lines on two such servers, but for what
   * 2.30.7 has changed in its sources.
   */
  @ParameterizedTest
  @CsvSource({
    "moc_2node_4xH100_4nic_gdrdma.log, workload.gpuDirect=true",
    "moc_2node_4xH100_4nic_rdma.log, workload.gpuDirect=false",
    "moc_2node_4xH100_4nic_tcp.log, transport.type=tcp"
  })
  void shouldSayNothingThatNcclDoesNotSay(String log, String set) throws IOException {
    assumeTrue(Files.isDirectory(LOGS), "the logs are not here");
    Set<String> real =
        Files.readAllLines(LOGS.resolve(log)).stream()
            .filter(line -> line.contains("NCCL INFO"))
            .map(line -> later(shape(line)))
            .collect(Collectors.toCollection(HashSet::new));
    List<String> own = Files.exists(LOGS) ? moc(set) : List.of();
    List<String> unheard =
        own.stream()
            .filter(line -> !line.contains("Bootstrap: ")) // a subsystem that was not asked for
            .filter(line -> !line.contains("set by environment")) // other variables were set there
            .filter(line -> !line.contains("NCCL git version")) // there is none in 2.26.2
            .map(NcclCircleTest::shape)
            .filter(line -> !real.contains(line))
            .distinct()
            .toList();
    assertThat(unheard).isEmpty();
  }

  /** As many channels, and as many of their lines over the network. */
  @ParameterizedTest
  @CsvSource({
    "moc_2node_4xH100_4nic_gdrdma.log, workload.gpuDirect=true, /GDRDMA",
    "moc_2node_4xH100_4nic_rdma.log, workload.gpuDirect=false, NET/IB",
    "moc_2node_4xH100_4nic_tcp.log, transport.type=tcp, NET/Socket"
  })
  void shouldLayAsManyLinesAsNcclDoes(String log, String set, String way) throws IOException {
    assumeTrue(Files.isDirectory(LOGS), "the logs are not here");
    List<String> lines = Files.readAllLines(LOGS.resolve(log));
    assertThat(ringSends(moc(set), way)).isEqualTo(ringSends(lines, way)).isPositive();
  }

  /** Lines over the network by which the first process of a machine sends in rings, once each. */
  private static long ringSends(List<String> lines, String way) {
    List<String> rings = new ArrayList<>();
    Set<String> done = new HashSet<>();
    for (String line : lines) {
      String process = line.split(" ", 2)[0].replaceAll(":\\d+$", "");
      if (line.contains("Connected all rings")) {
        done.add(process);
      } else if (!done.contains(process) && line.contains("[send]") && line.contains(way)) {
        rings.add(line);
      }
    }
    return rings.size();
  }

  private static List<String> moc(String set) {
    List<String> sets =
        set.contains("tcp") ? List.of(set, "workload.gpuDirect=false") : List.of(set);
    return NcclLog.of(job("sd665n-h100", 2, sets, new Random(SEED))).lines().toList();
  }

  /** What 2.30.7 makes of a line of 2.26.2. */
  private static String later(String line) {
    return line.endsWith("Init START")
        ? "[Rank #] " + line
        : line.replace("SHM/direct/direct", "SHM/direct")
            .replace(" ndevs=#", " ndevs=# rail=# plane=#");
  }

  private static String shape(String line) {
    return line.replaceAll(".*NCCL INFO ", "")
        .replaceAll("(eno|ens)", "e")
        .replaceAll("0x[0-9a-f]+", "#")
        .replaceAll("busId [0-9a-f]+", "busId #")
        .replaceAll("-?\\d+", "#")
        .replaceAll("( \\[#\\] #/#/#->#->#)+.*", " [#]")
        .replaceAll("( #)+$", " #")
        .strip();
  }
}

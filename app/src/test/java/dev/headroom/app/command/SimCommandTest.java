package dev.headroom.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.Headroom;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.run.figures.ProcessCost;
import dev.headroom.run.results.ResultsJson;
import dev.headroom.run.summary.MadeRun;
import dev.headroom.run.summary.RunSummary;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class SimCommandTest {
  private static final String SCENARIO =
      """
      fabric:
        topology: single
        hosts: 5
        links: {rate: 100Gbps, cable: 5m}
      workload:
        type: incast
        fanIn: 4
        size: 200KB
      """;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path temporary;

  @Test
  void shouldLeaveEveryFileOfARun() throws IOException {
    assertThat(sim(SCENARIO, "--out", results().toString())).as(err.toString()).isZero();

    assertThat(results())
        .isDirectoryContaining("glob:**/results.json")
        .isDirectoryContaining("glob:**/scenario.yaml")
        .isDirectoryContaining("glob:**/report.html")
        .isDirectoryContaining("glob:**/flows.parquet")
        .isDirectoryContaining("glob:**/links.parquet")
        .isDirectoryContaining("glob:**/queues.parquet")
        .isDirectoryContaining("glob:**/samples.parquet")
        .isDirectoryContaining("glob:**/.headroom-files");
    try (var files = Files.list(results())) {
      assertThat(files).hasSize(8);
    }
    assertThat(out.toString()).contains("completion", "4 of 4 flows finished", "report.html");
    assertThat(err.toString()).isEmpty();
  }

  /** What an earlier run left would be taken for this one's. */
  @Test
  void shouldLeaveNoFileOfAnEarlierRun() throws IOException {
    assertThat(sim(SCENARIO, "--out", results().toString())).as(err.toString()).isZero();
    Files.writeString(results().resolve("notes.txt"), "mine");
    assertThat(sim(SCENARIO, "--out", results().toString(), "--no-report")).isZero();

    assertThat(results().resolve("report.html")).doesNotExist();
    assertThat(results().resolve("notes.txt")).exists();
  }

  /** Its scenario would be laid beside results that are not of it. */
  @Test
  void shouldLeaveAnEarlierRunAloneWhereACaptureCannotBe() throws IOException {
    assertThat(sim(SCENARIO, "--out", results().toString())).as(err.toString()).isZero();
    String before = Files.readString(results().resolve("scenario.yaml"));

    assertThat(
            sim(
                SCENARIO,
                "--out",
                results().toString(),
                "--pcap",
                "host-0",
                "--set",
                "transport.type=tcp"))
        .isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("transport.type is tcp; use rocev2");
    assertThat(results().resolve("scenario.yaml")).hasContent(before);
  }

  @Test
  void shouldCountTheWholeProcess() throws IOException {
    sim(SCENARIO, "--out", results().toString(), "--quiet");

    JsonNode json = JsonMapper.shared().readTree(results().resolve("results.json").toFile());
    assertThat(json.get("cpuSeconds").asDouble()).isPositive();
    assertThat(json.get("peakRssBytes").asLong()).isGreaterThan(1 << 20);
    assertThat(json.at("/flows/finished").asLong()).isEqualTo(4);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void shouldSayWhetherRequirementsAreMet() throws IOException {
    String[] bounds = {"--require", "completion<10s", "--require", "p99Slowdown<1.01"};
    assertThat(sim(SCENARIO, with(bounds, "--json"))).isEqualTo(ExitCodes.FINDINGS);
    assertThat(err.toString())
        .contains(
            "headroom: not met: p99Slowdown<1.01: slowdown p99 is ", ", but the bound is < 1.01");
    JsonNode met = JsonMapper.shared().readTree(out.toString()).get("requirements");
    assertThat(met).hasSize(2);
    assertThat(met.at("/0/isMet").asBoolean()).isTrue();
    assertThat(met.at("/0/required").asLong()).isEqualTo(10_000_000_000_000L);
    assertThat(met.at("/1/isMet").asBoolean()).isFalse();
    assertThat(met.at("/1/measure").asString()).isEqualTo("slowdownP99");
    assertThat(met.at("/1/measured").asDouble()).isGreaterThan(1.01);
    assertThat(sim(SCENARIO, with(bounds, "--quiet"))).isEqualTo(ExitCodes.FINDINGS);
    assertThat(sim(SCENARIO, with(new String[] {"--require", "completion<10s"}, "--quiet")))
        .isZero();
  }

  @Test
  void shouldRefuseARequirementThatIsNoneBeforeItRuns() throws IOException {
    assertThat(sim(SCENARIO, "--require", "p99Slowdwon<3", "--out", results().toString()))
        .isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString())
        .contains("--require p99Slowdwon<3: 'p99Slowdwon' is not a measure", "'slowdownP99'");
    assertThat(results()).doesNotExist();
  }

  /** It may have been quick until then. */
  @Test
  void shouldNotMeetARequirementOnTheEndOfARunThatHasNone() throws IOException {
    String[] bounds = {"--require", "completion<10s", "--require", "drops=0"};
    assertThat(sim(SCENARIO, with(bounds, "--set", "run.stop=1us"))).isEqualTo(ExitCodes.FINDINGS);
    assertThat(err.toString()).contains("not met: completion<10s: 4 of 4 flows did not finish");
    assertThat(out.toString()).contains(" met: drops=0");
  }

  private String[] with(String[] bounds, String... more) {
    return Stream.of(bounds, more, new String[] {"--no-report", "--out", results().toString()})
        .flatMap(Stream::of)
        .toArray(String[]::new);
  }

  @Test
  void shouldTellPartsOfAWorkloadApart() throws IOException {
    String parts =
        """
        fabric: {topology: single, hosts: 5}
        workload:
          - {type: incast, fanIn: 4, size: 200KB}
          - {type: permutation, size: 100KB, transport: tcp}
        """;
    assertThat(sim(parts, "--out", results().toString())).as(err.toString()).isZero();

    assertThat(out.toString())
        .contains("workload entries")
        .containsPattern(" 0 incast +rocev2 dcqcn +3 +4 +0 ")
        .containsPattern(" 1 permutation +tcp cubic +0 +5 +0 ");
    JsonNode json = JsonMapper.shared().readTree(results().resolve("results.json").toFile());
    JsonNode tcp = json.at("/flows/byPart/1");
    assertThat(tcp.get("type").asString()).isEqualTo("permutation");
    assertThat(tcp.get("transport").asString()).isEqualTo("tcp");
    assertThat(tcp.get("congestion").asString()).isEqualTo("cubic");
    assertThat(tcp.get("class").asInt()).isZero();
    assertThat(tcp.get("finished").asInt()).isEqualTo(5);
    assertThat(json.at("/flows/byPart/0/slowdown/count").asInt()).isEqualTo(4);
    assertThat(json.get("completionTimePs").asLong())
        .isEqualTo(
            Math.max(
                json.at("/flows/byPart/0/completionTimePs").asLong(),
                tcp.get("completionTimePs").asLong()));
  }

  @Test
  void shouldGiveTheSameDigestWithAndWithoutProbesAndThreads() throws IOException {
    String plain = digest("--no-report");
    assertThat(digest("--probe", "1us")).isEqualTo(plain);
    assertThat(digest("--threads", "2")).isEqualTo(plain);
    assertThat(digest("--seed", "2", "--set", "congestion.kmin=1KB")).isNotEqualTo(plain);
  }

  @Test
  void shouldRunWhatItWroteDown() throws IOException {
    sim(SCENARIO, "--out", results().toString(), "--seed", "9", "--set", "congestion.kmin=10KB");
    String digest =
        JsonMapper.shared()
            .readTree(results().resolve("results.json").toFile())
            .get("digest")
            .stringValue();
    String again = Files.readString(results().resolve("scenario.yaml"));

    sim(again, "--out", temporary.resolve("again").toString());

    assertThat(
            JsonMapper.shared()
                .readTree(temporary.resolve("again/results.json").toFile())
                .get("digest")
                .stringValue())
        .isEqualTo(digest);
  }

  @Test
  void shouldPrintResultsAsJson() throws IOException {
    assertThat(sim(SCENARIO, "--out", results().toString(), "--json")).isZero();
    assertThat(out.toString()).isEqualTo(Files.readString(results().resolve("results.json")));
  }

  @Test
  void shouldSayThatFlowsAreUnfinished() throws IOException {
    assertThat(sim(SCENARIO, "--out", results().toString(), "--quiet", "--set", "run.stop=20us"))
        .isEqualTo(1);
    assertThat(err.toString()).contains("4 of 4 flows did not finish");
  }

  @Test
  void shouldNameADeadlock() throws IOException {
    String ring = Files.readString(Path.of("../examples/ring-deadlock.yaml"));
    assertThat(sim(ring, "--out", results().toString(), "--quiet")).isEqualTo(1);
    assertThat(err.toString()).contains("deadlock (cyclic PFC pauses through");
  }

  @Test
  void shouldSayInWhatADeadlockOfCreditsConsists() throws IOException {
    String ring = Files.readString(Path.of("../examples/ring-deadlock.yaml"));
    assertThat(sim(ring, "--out", results().toString(), "--quiet", "--set", "credits.enabled=true"))
        .isEqualTo(1);
    assertThat(err.toString())
        .contains("deadlock (cyclic waits for credit through")
        .doesNotContain("pause");
  }

  @Test
  void shouldSayWhatBrokeWhenAndWhatItCost() throws IOException {
    String failover = Files.readString(Path.of("../examples/claims/failover.yaml"));
    assertThat(sim(failover, "--out", results().toString())).isZero();
    assertThat(out.toString().replaceAll("\\s+", " "))
        .contains("spine-1 with its 4 links went down at 300 us: ")
        .containsPattern("[0-9]+ flows lost data and recovered after [0-9.]+ us at the median")
        .containsPattern("[0-9]+ packets were lost");
  }

  /** Most of what is sent again is dropped before the last link: that link still carries it all. */
  @Test
  void shouldNotGiveALinkLessThanItsReceiverGets() throws IOException {
    String lossy =
        """
        fabric:
          topology: leaf-spine
          leaves: 2
          spines: 1
          hostsPerLeaf: 8
          switches: {buffer: 1MiB}
        pfc: off
        congestion: none
        workload: {type: incast, fanIn: 15, size: 1MB}
        """;
    sim(lossy, "--out", results().toString(), "--json");
    JsonNode json = JsonMapper.shared().readTree(out.toString());
    assertThat(json.at("/packets/retransmissions").asInt())
        .isGreaterThan(json.at("/packets/data").asInt() / 2);
    for (JsonNode port : json.at("/ports/busiest")) {
      if (port.get("port").asString().endsWith("→ host-0")) {
        assertThat(port.get("goodputBps").asDouble())
            .isBetween(
                json.at("/goodput/meanBps").asDouble(),
                port.get("busyShare").asDouble() * port.get("rateBps").asDouble());
        return;
      }
    }
    throw new AssertionError("the receiver's link is missing");
  }

  /** A switch that trims loses nothing. */
  @Test
  void shouldTellTrimmedPacketsFromLostOnes() throws IOException {
    assertThat(
            sim(
                SCENARIO.replace("200KB", "4MB"),
                "--set",
                "transport=uec",
                "--set",
                "congestion=none",
                "--set",
                "fabric.switches.buffer=1MiB",
                "--out",
                results().toString()))
        .isZero();
    assertThat(out.toString().replaceAll("\\s+", " "))
        .containsPattern("[0-9,]+ packets were trimmed, none lost, and [0-9.]+ % of the packets");
  }

  /** All to all, each with seven others, a queue pair there and one back. */
  @Test
  void shouldCountWhatANicKeepsOfItsConnections() throws IOException {
    String all = "fabric: {topology: single, hosts: 8}\nworkload: {type: all-to-all, size: 4KiB}\n";
    assertThat(sim(all, "--out", results().toString(), "--json")).isZero();
    var connections = JsonMapper.shared().readTree(out.toString()).get("connections");
    assertThat(connections.get("peersPerNic").asInt()).isEqualTo(7);
    assertThat(connections.get("queuePairsPerNic").asInt()).isEqualTo(14);
    assertThat(connections.get("contextBytesPerNic").asInt()).isEqualTo(14 * 232);
  }

  @Test
  void shouldNameWhatBrokeBesideSomethingGraver() throws IOException {
    String failover = Files.readString(Path.of("../examples/claims/failover.yaml"));
    assertThat(
            sim(
                failover,
                "--out",
                results().toString(),
                "--quiet",
                "--set",
                "failure.detection=100ms"))
        .isEqualTo(1);
    assertThat(err.toString())
        .contains("flows did not finish")
        .contains("headroom: spine-1 with its 4 links went down at 300 us; ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--set congestion.kmim=1KB|did you mean 'kmin'",
        "--set congestion.kmin=1|no unit",
        "--probe 3|has no unit",
        "--model ns3|neither exact nor hpcc-ns3",
        "--model exact|--model: it applies to a config.txt of the HPCC simulator",
        "--threads 0|at least 1",
        "--seed x|is not a whole number"
      })
  void shouldSayWhatWouldBeRight(String option, String message) throws IOException {
    String[] words = option.split(" ");
    assertThat(sim(SCENARIO, "--out", results().toString(), words[0], words[1])).isEqualTo(2);
    assertThat(err.toString()).contains(message).doesNotContain("\tat ", "Exception");
  }

  @Test
  void shouldNameFileAndLineOfEveryProblem() throws IOException {
    String wrong = SCENARIO.replace("rate: 100Gbps", "rate: 100").replace("size:", "sise:");
    assertThat(sim(wrong, "--out", results().toString())).isEqualTo(2);
    assertThat(err.toString()).contains("s.yaml:4", "s.yaml:8", "size");
  }

  @Test
  void shouldTellOfABadFolderBeforeItRuns() throws IOException {
    Path taken = Files.writeString(temporary.resolve("taken"), "");
    assertThat(sim(SCENARIO, "--out", taken.toString())).isEqualTo(3);
    assertThat(err.toString()).contains("taken", "folder");
    assertThat(sim(SCENARIO, "--out", taken.resolve("in").toString())).isEqualTo(3);
    assertThat(err.toString()).doesNotContain("Exception");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void shouldTellOfAMissingFile() {
    assertThat(run("sim", temporary.resolve("none.yaml").toString())).isEqualTo(2);
    assertThat(err.toString()).contains("none.yaml: no such file");
  }

  @Test
  void shouldReadInputsOfAnotherSimulatorByTheirContent() throws IOException {
    Files.writeString(
        temporary.resolve("topo.txt"), "3 1 2\n2\n0 2 100Gbps 1000ns 0\n1 2 100Gbps 1000ns 0\n");
    Files.writeString(temporary.resolve("flows.txt"), "1\n0 1 3 100 100000 2.0\n");
    Files.writeString(
        temporary.resolve("anything"),
        """
        TOPOLOGY_FILE topo.txt
        FLOW_FILE flows.txt
        CC_MODE 1
        RATE_AI 5Mb/s
        RATE_HAI 50Mb/s
        RP_TIMER 300
        PACKET_PAYLOAD_SIZE 1000
        L2_ACK_INTERVAL 1
        EWMA_GAIN 0.00390625
        ALPHA_RESUME_INTERVAL 1
        RATE_DECREASE_INTERVAL 4
        FAST_RECOVERY_TIMES 1
        MIN_RATE 100Mb/s
        ENABLE_QCN 1
        BUFFER_SIZE 32
        KMIN_MAP 1 100000000000 400
        KMAX_MAP 1 100000000000 1600
        PMAX_MAP 1 100000000000 0.2
        SIMULATOR_STOP_TIME 2.1
        RATE_AII 7
        """);

    String file = temporary.resolve("anything").toString();
    assertThat(run("sim", file, "--out", results().toString(), "--quiet"))
        .as(err.toString())
        .isZero();
    assertThat(err.toString())
        .as("a key that is none is a problem")
        .contains("anything:20:1: 'RATE_AII' is not a known key; did you mean RATE_AI?");

    assertThat(Files.readString(results().resolve("fct.txt")))
        .startsWith("0b000001 0b000101 10000 100 100000 2000000000 ");
    assertThat(results().resolve("pfc.txt")).exists();
  }

  private String digest(String... options) throws IOException {
    String[] all = Arrays.copyOf(options, options.length + 2);
    all[options.length] = "--out";
    all[options.length + 1] = results().toString();
    sim(SCENARIO, all);
    return JsonMapper.shared()
        .readTree(results().resolve("results.json").toFile())
        .get("digest")
        .stringValue();
  }

  @Test
  void shouldNotEndWellWhereTheRunLostCount() {
    MadeRun run = MadeRun.permutation64();
    assertThat(SimCommand.exit(run.summary())).isZero();
    RunSummary lost = run.unbalanced("2 packets are in use").summary();
    assertThat(SimCommand.exit(lost)).isEqualTo(ExitCodes.COULD_NOT_RUN);
    assertThat(ResultsJson.of(lost, 1, ProcessCost.soFar()).replaceAll("\\s+", " "))
        .contains("\"imbalances\": [ \"2 packets are in use\" ]", "\"kind\": \"unbalanced\"");
  }

  private Path results() {
    return temporary.resolve("results");
  }

  private int sim(String scenario, String... options) throws IOException {
    Path file = Files.writeString(temporary.resolve("s.yaml"), scenario);
    String[] args = new String[options.length + 2];
    args[0] = "sim";
    args[1] = file.toString();
    System.arraycopy(options, 0, args, 2, options.length);
    return run(args);
  }

  private int run(String... args) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return Headroom.run(new PrintWriter(out), new PrintWriter(err), args);
  }
}

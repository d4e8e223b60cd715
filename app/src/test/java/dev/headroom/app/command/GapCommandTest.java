package dev.headroom.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.app.Headroom;
import dev.headroom.app.process.ExitCodes;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class GapCommandTest {
  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(Object... args) {
    String[] words = new String[args.length + 1];
    words[0] = "gap";
    for (int i = 0; i < args.length; i++) {
      words[i + 1] = args[i].toString();
    }
    return Headroom.run(new PrintWriter(out), new PrintWriter(err), words);
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static String row(long bytes, double busbw) {
    return String.format(
        Locale.ROOT,
        "%12d %12d float sum -1 100.0 %.2f %.2f 0 100.0 %.2f %.2f 0\n",
        bytes,
        bytes / 4,
        busbw / 1.875,
        busbw,
        busbw / 1.875,
        busbw);
  }

  /** An all-reduce on two hosts with eight GPUs each. */
  private Path table(String gpu, double busbw) throws IOException {
    StringBuilder text = new StringBuilder("# Using devices\n");
    for (int rank = 0; rank < 16; rank++) {
      text.append(
          "#  Rank %2d Group  0 Pid 1 on n%d device %2d [0x1b] %s\n"
              .formatted(rank, rank / 8, rank % 8, gpu));
    }
    text.append(row(1 << 20, busbw / 4))
        .append(row(1 << 24, busbw / 2))
        .append(row(1 << 26, busbw));
    return file("all_reduce.txt", text.toString());
  }

  private Path sockets() throws IOException {
    return file(
        "nccl.log",
        """
        NCCL version 2.27.3+cuda12.9
        n0:100:200 [0] NCCL INFO NET/IB : No device found.
        n0:100:200 [0] NCCL INFO Using network Socket
        n0:100:210 [0] NCCL INFO Channel 00/0 : 8[0] -> 0[0] [receive] via NET/Socket/0
        """);
  }

  @Test
  void shouldSayWhatIsMissingAndWhy() throws IOException {
    assertThat(run(table("NVIDIA H100 80GB HBM3", 21), sockets())).isEqualTo(ExitCodes.FINDINGS);
    assertThat(out.toString())
        .contains("all-reduce on 2 x dgx-h100, 16 GPUs")
        .contains("At 64MiB, nccl-tests measured 21.0 GB/s; the model of these machines as found")
        .contains("nccl.socket-transport")
        .contains("1 of 1 channels between nodes go over TCP sockets")
        .contains("There is no input from the hosts themselves");
    assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void shouldSayTheSameInFiles() throws IOException {
    Path to = folder.resolve("out");
    run(table("NVIDIA H100 80GB HBM3", 60), sockets(), "--json", "--out", to);
    assertThat(Files.readString(to.resolve("gap.json"))).isEqualTo(out.toString());
    JsonNode gap = JsonMapper.shared().readTree(out.toString());
    assertThat(gap.get("verdict").asString()).isEqualTo("explained");
    assertThat(gap.get("rows")).hasSize(3);
    JsonNode last = gap.get("rows").get(2);
    assertThat(last.get("measuredGBps").asDouble()).isEqualTo(60);
    JsonNode cause = gap.get("causes").get(0);
    assertThat(cause.get("rule").asString()).isEqualTo("nccl.socket-transport");
    assertThat(cause.get("thenGBps").asDouble()).isEqualTo(last.get("fixedGBps").asDouble());
    assertThat(gap.get("hosts")).hasSize(2);
    assertThat(Files.readString(to.resolve("gap.html")))
        .contains("Bus bandwidth, GB/s", "model, fixed", "GB/s");
    assertThat(Files.readString(to.resolve("gap.svg")))
        .startsWith("<svg")
        .contains("nccl.socket-transport fixed");
  }

  private Path ranked(String gpu, int... perHost) throws IOException {
    StringBuilder text = new StringBuilder("# Using devices\n");
    int rank = 0;
    for (int host = 0; host < perHost.length; host++) {
      for (int device = 0; device < perHost[host]; device++) {
        text.append(
            "#  Rank %2d Group  0 Pid 1 on n%d device %2d [0x1b] %s\n"
                .formatted(rank++, host, device, gpu));
      }
    }
    return file("all_reduce.txt", text.append(row(1 << 24, 100)).toString());
  }

  /** NCCL has trees for all-reduce only, and NVLS over machines only with SHARP. */
  @ParameterizedTest
  @CsvSource({
    "all-gather, NCCL_ALGO, Tree",
    "all-reduce, NCCL_ALGO, NVLS",
    "all-to-all, NCCL_PROTO, LL"
  })
  void shouldLeaveWhatNcclCannotDoToIt(String collective, String variable, String value)
      throws IOException {
    Path log =
        file(
            "nccl.log",
            "NCCL version 2.27.3+cuda12.9\nn0:1:2 [0] NCCL INFO %s set by environment to %s.\n"
                .formatted(variable, value));
    run(table("NVIDIA H100 80GB HBM3", 80), log, "--collective", collective);
    assertThat(err.toString()).doesNotContain("form a valid scenario");
    assertThat(out.toString()).contains(collective + " on 2 x dgx-h100").contains("finding");
  }

  /** What NVLink joins is one machine to NCCL, however many trays it is. */
  @Test
  void shouldTakeTraysOfARackForOneDomain() throws IOException {
    run(ranked("NVIDIA GB200", 4, 4, 4));
    assertThat(out.toString()).contains("all-reduce on 1 x gb200-nvl72, 12 GPUs");
  }

  /** Without a list of ranks, the hosts of a rack are those that it is sold with. */
  @Test
  void shouldCountTheHostsOfARackAsACollectiveDoes() throws IOException {
    run(
        file("t.txt", row(1 << 26, 660)),
        "--cluster",
        "gb200-nvl72",
        "--gpus",
        "144",
        "--collective",
        "all-reduce");
    assertThat(out.toString()).contains("assumed to be 4 NICs of 400 Gb/s");
  }

  /** As many GPUs as one machine has, and yet on several hosts. */
  @ParameterizedTest
  @CsvSource({"'4,4', 2 x dgx-h100", "'2,2,2,2', 4 x dgx-h100", "'8', 1 x dgx-h100"})
  void shouldTakeAsManyGpusOfEachHostAsTookPart(String perHost, String machines)
      throws IOException {
    int[] counts = Arrays.stream(perHost.split(",")).mapToInt(Integer::parseInt).toArray();
    run(ranked("NVIDIA H100 80GB HBM3", counts));
    assertThat(out.toString()).contains("all-reduce on " + machines + ", 8 GPUs");
  }

  @Test
  void shouldLayTraysApartIfToldSo() throws IOException {
    run(ranked("NVIDIA GB200", 4, 4), "--per-machine", "4");
    assertThat(out.toString()).contains("all-reduce on 2 x gb200-nvl72, 8 GPUs");
  }

  @Test
  void shouldSayThatHostsHaveDifferentNumbersOfGpus() throws IOException {
    run(ranked("NVIDIA H100 80GB HBM3", 4, 2));
    assertThat(err.toString())
        .contains("hosts have different numbers of this job's GPUs; the model uses 3 for each");
  }

  /** Launchers and log collectors put something before each line. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "[1,0]<stdout>: ",
        "[prterun-f5n18-100629@1,0]<stdout>: ",
        "0: ",
        "node7: ",
        "2025-11-23T10:00:00.123456789Z ",
        "[2025-11-23 10:00:00] ",
        "Nov 23 10:00:00 ",
        "Nov  3 10:00:00 node7: "
      })
  void shouldReadATableBehindPrefixes(String prefix) throws IOException {
    String plain = Files.readString(table("NVIDIA A100-SXM4-80GB", 130));
    file("all_reduce.txt", plain.replaceAll("(?m)^(?=.)", Matcher.quoteReplacement(prefix)));
    assertThat(run(folder.resolve("all_reduce.txt"))).isEqualTo(ExitCodes.CLEAN);
    assertThat(out.toString()).contains("At 64MiB, nccl-tests measured 130 GB/s");
  }

  /**
   * As nccl-tests' util.cu prints rows with {@code -T}, per-iteration statistics, in place only.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "float sum -1 5610.0 85.33 160.0 0 5610.0 85.33 159.0 0  2025-11-23 10:00:00",
        "float sum -1 5610.0 85.33 160.0 0 9.0 9.1 9.2 2.1 5610.0 85.33 159.0 0 9.0 9.1 9.2 2.1",
        "float sum -1                                  5610.0  85.33   160.0       0",
        "float sum -1   5610.0  85.33   160.0       0"
      })
  void shouldReadRowsOfAllForms(String cells) throws IOException {
    String plain = Files.readString(table("NVIDIA A100-SXM4-80GB", 80));
    Path file = file("nccl.txt", plain + "   268435456     67108864 " + cells + "\n");
    run(file);
    assertThat(out.toString())
        .contains("all-reduce on 2 x", "At 256MiB, nccl-tests measured 160 GB/s");
  }

  /** As nccl-tests' util.cu writes it for one process with eight GPUs, all in one line. */
  @Test
  void shouldReadTheJsonOfNcclTests() throws IOException {
    String side = "{\"time\":7.1,\"alg_bw\":91.4,\"bus_bw\":%s,\"nwrong\":0.0}";
    String row =
        "{\"size\":%d,\"count\":%d,\"type\":\"float\",\"redop\":\"sum\",\"root\":\"   "
            + " -1\",\"out_of_place\":"
            + side
            + ",\"in_place\":"
            + side
            + "}";
    String rows =
        String.format(Locale.ROOT, row, 1 << 20, 1 << 18, "30.0", "29.0")
            + ","
            + String.format(Locale.ROOT, row, 1 << 28, 1 << 26, "222.0", "221.0")
            + ","
            + String.format(Locale.ROOT, row, 1 << 30, 1 << 28, "230.0", "229.0");
    Path file =
        file(
            "out.json",
            "{\"version\":2,\"args\":[\".\\/build\\/all_reduce_perf\",\"-J\",\"out.json\"],"
                + "\"env\":[\"NCCL_ALGO=Ring\",\"HOME=\\/root\"],\"nccl_version\":22703,"
                + "\"config\":{\"nthreads\":1,\"ngpus\":8,\"devices\":[{\"rank\":0,\"group\":0,\"pid\":9,"
                + "\"hostname\":\"n0\",\"device\":0,\"device_hex\":\"0000:07:00\",\"device_info\":\"NVIDIA"
                + " A100-SXM4-80GB\"}]},\"results\":["
                + rows
                + "]}");
    run(file);
    assertThat(out.toString())
        .contains("all-reduce on 1 x dgx-a100, 8 GPUs", "At 1GiB, nccl-tests measured 230 GB/s")
        .contains("1MiB", "256MiB");
  }

  @Test
  void shouldSayFirstThatResultsWereWrong() throws IOException {
    Path file = table("NVIDIA A100-SXM4-80GB", 160);
    Files.writeString(file, Files.readString(file).replaceAll(" 0\\n$", " 17\n"));
    run(file);
    assertThat(out.toString().replaceAll("\\s+", " "))
        .contains(
            "First fix wrong results: 1 of 3 rows have wrong values, up to 17 at 67108864 bytes.");
  }

  @Test
  void shouldAskForAllThatIsUnsaidAtOnce() throws IOException {
    Path file = file("t.txt", row(1 << 26, 160).replace(" sum ", " none "));
    assertThat(run(file)).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString())
        .contains(
            "--collective all-reduce",
            "set the number of GPUs with --gpus",
            "set the most similar machine with --cluster");
  }

  @Test
  void shouldSayThatOneGpuHasNoBusBandwidth() throws IOException {
    assertThat(run(file("t.txt", row(1 << 26, 0)))).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("every bus bandwidth in the table is 0");
  }

  @Test
  void shouldSayWhichOfSeveralTablesItTook() throws IOException {
    Path file = table("NVIDIA A100-SXM4-80GB", 160);
    Files.writeString(file, Files.readString(file) + row(1 << 20, 40) + row(1 << 26, 170));
    run(file);
    assertThat(err.toString()).contains("of 2 tables, using the one that ends at", ":22 (");
    assertThat(out.toString()).contains("nccl-tests measured 170 GB/s");
  }

  /** The scenarios that it leaves are those that it ran. */
  @Test
  void shouldLeaveScenariosThatRunAgain() throws IOException {
    Path to = folder.resolve("out");
    run(table("NVIDIA A100-SXM4-80GB", 180), "--out", to);
    double fixed =
        JsonMapper.shared()
            .readTree(to.resolve("gap.json"))
            .get("rows")
            .get(2)
            .get("fixedGBps")
            .asDouble();
    assertThat(
            Headroom.run(
                new PrintWriter(out),
                new PrintWriter(err),
                "sim",
                to.resolve("fixed.yaml").toString(),
                "--no-report",
                "--out",
                to.resolve("run").toString()))
        .isEqualTo(ExitCodes.CLEAN);
    JsonNode again = JsonMapper.shared().readTree(to.resolve("run/results.json"));
    assertThat(again.get("collective").get("busbwGBps").asDouble()).isCloseTo(fixed, within(1e-6));
  }

  /** NICs of half the rate, as with GPUDirect-TCPXO, at a size of which not all is bandwidth. */
  @Test
  void shouldTakeHostsToHaveTheNicsThatItIsTold() throws IOException {
    Path table = table("NVIDIA H100 80GB HBM3", 90);
    run(table, "--json");
    double sold = fixed();
    out.getBuffer().setLength(0);
    run(table, "--json", "--nics", "8x200Gbps");
    assertThat(fixed() / sold).isBetween(0.6, 0.9);
    out.getBuffer().setLength(0);
    run(table, "--nics", "2x100Gbps");
    assertThat(out.toString().replaceAll("\\s+", " "))
        .contains("At 64MiB, nccl-tests measured 90.0 GB/s, more than")
        .contains("their NICs with --nics, assumed to be 2 NICs of 100 Gb/s");
    assertThat(run(table, "--nics", "8x200G")).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(run(table, "--nics", "0")).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString())
        .contains("--nics 8x200G: 'G' is not a unit of rate", "did you mean '200Gbps'")
        .contains(
            "--nics 0: expected the number of a host's NICs, 1 to 999, and their rate if it is not "
                + "that of the machine type, such as 8x200Gbps");
  }

  private double fixed() {
    JsonNode rows = JsonMapper.shared().readTree(out.toString()).get("rows");
    return rows.get(rows.size() - 1).get("fixedGBps").asDouble();
  }

  /** 100 GB/s are the rate of two NICs of 400 Gb/s. */
  @Test
  void shouldSayHowManyNicsCarryWhatWasMeasured() throws IOException {
    Path table = table("NVIDIA H100 80GB HBM3", 94);
    Files.writeString(table, Files.readString(table) + row(1 << 27, 95));
    run(table);
    assertThat(out.toString().replaceAll("\\s+", " "))
        .contains(
            "At the largest size the bandwidth is what 2 NICs of 400 Gb/s carry: 95 % of their"
                + " rate. The machines have 8.");
    out.getBuffer().setLength(0);
    run(table, "--json");
    JsonNode share = JsonMapper.shared().readTree(out.toString());
    assertThat(share.get("asNics").get("nics").asInt()).isEqualTo(2);
    assertThat(share.get("complete").asBoolean()).isTrue();
    out.getBuffer().setLength(0);
    run(table("NVIDIA H100 80GB HBM3", 65), "--json");
    assertThat(JsonMapper.shared().readTree(out.toString()).get("asNics").isNull())
        .as("two thirds of two NICs, one and a third of one")
        .isTrue();
  }

  @Test
  void shouldEndCleanWhereNothingIsMissing() throws IOException {
    assertThat(run(table("NVIDIA A100-SXM4-80GB", 130))).isEqualTo(ExitCodes.CLEAN);
    assertThat(out.toString()).contains("No bandwidth is missing");
  }

  @Test
  void shouldAskForWhatNothingSays() throws IOException {
    assertThat(run(file("a.txt", "n0:1:2 [0] NCCL INFO Using network IB\n")))
        .isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(run(file("a.txt", row(1 << 26, 100)))).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(run(file("a.txt", row(1 << 26, 100)), "--cluster", "dgx-h100"))
        .isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(run(table("NVIDIA T600", 2))).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(run(table("NVIDIA H100", 2), "--cluster", "dgx-h10")).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(run(table("NVIDIA H100", 2), "--collective", "reduction"))
        .isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString())
        .contains("the inputs have no table of nccl-tests")
        .contains(
            "no input shows the GPUs of this test: set the most similar machine with --cluster")
        .contains("no list of ranks is above the table: set the number of GPUs with --gpus")
        .contains("no known machine has the GPU 'NVIDIA T600'")
        .contains("--cluster: 'dgx-h10' is not one of")
        .contains("--collective: 'reduction' is not one of")
        .doesNotContain("Exception");
  }
}

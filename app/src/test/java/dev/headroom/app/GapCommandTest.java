package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
    assertThat(run(table("NVIDIA H100 80GB HBM3", 21), sockets())).isEqualTo(Exit.FINDINGS);
    assertThat(out.toString())
        .contains("all-reduce on 2 x dgx-h100, 16 GPUs")
        .contains("At 64MiB nccl-tests measured 21.0 GB/s; the model of these machines as found")
        .contains("nccl.socket-transport")
        .contains("1 of 1 channels between nodes go over TCP sockets")
        .contains("Nothing was read of the hosts themselves");
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
    assertThat(Files.readString(to.resolve("gap.svg")))
        .startsWith("<svg")
        .contains("nccl.socket-transport fixed");
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
        .isEqualTo(Exit.CLEAN);
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
        .contains("At 64MiB nccl-tests measured 90.0 GB/s, more than")
        .contains("--nics their NICs, taken for 2 NICs of 100 Gb/s");
    assertThat(run(table, "--nics", "8x200G")).isEqualTo(Exit.BAD_INPUT);
    assertThat(run(table, "--nics", "8")).isEqualTo(Exit.BAD_INPUT);
    assertThat(err.toString())
        .contains("--nics 8x200G: 'G' is not a unit of rate", "did you mean 'Gbps'")
        .contains("--nics 8: how many a host has and how fast each is, such as 8x200Gbps");
  }

  private double fixed() {
    JsonNode rows = JsonMapper.shared().readTree(out.toString()).get("rows");
    return rows.get(rows.size() - 1).get("fixedGBps").asDouble();
  }

  @Test
  void shouldEndCleanWhereNothingIsMissing() throws IOException {
    assertThat(run(table("NVIDIA A100-SXM4-80GB", 160))).isEqualTo(Exit.CLEAN);
    assertThat(out.toString()).contains("Nothing is missing");
  }

  @Test
  void shouldAskForWhatNothingSays() throws IOException {
    assertThat(run(file("a.txt", "n0:1:2 [0] NCCL INFO Using network IB\n")))
        .isEqualTo(Exit.BAD_INPUT);
    assertThat(run(file("a.txt", row(1 << 26, 100)))).isEqualTo(Exit.BAD_INPUT);
    assertThat(run(file("a.txt", row(1 << 26, 100)), "--cluster", "dgx-h100"))
        .isEqualTo(Exit.BAD_INPUT);
    assertThat(run(table("NVIDIA T600", 2))).isEqualTo(Exit.BAD_INPUT);
    assertThat(run(table("NVIDIA H100", 2), "--cluster", "dgx-h10")).isEqualTo(Exit.BAD_INPUT);
    assertThat(run(table("NVIDIA H100", 2), "--collective", "reduction")).isEqualTo(Exit.BAD_INPUT);
    assertThat(err.toString())
        .contains("there is no table of nccl-tests among these")
        .contains("nothing says which GPUs ran this: --cluster names the machine")
        .contains("no list of ranks is above the table: --gpus says how many there were")
        .contains("no machine here has the GPU 'NVIDIA T600'")
        .contains("--cluster: 'dgx-h10' is not one of")
        .contains("--collective: 'reduction' is not one of")
        .doesNotContain("Exception");
  }
}

package dev.headroom.app.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.app.Headroom;
import dev.headroom.app.process.ExitCodes;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Fabrics whose switches reduce: one switch on each rail, or a tree of them. */
@Tag("whole")
final class SharpCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return Headroom.run(
        new PrintWriter(out), new PrintWriter(err), ("collective " + arguments).split(" "));
  }

  /** Time hardly grows with machines, as NCCL expects where switches reduce. */
  @Test
  void shouldTakeHardlyLongerByATree() {
    double one = us(64);
    double tree = us(128);
    assertThat(tree / one).isBetween(1.0, 1.08);
  }

  /**
   * A vector goes once over each NIC where rings have it twice: at most twice the bandwidth, and
   * less where NVLink is the limit. NVIDIA/nccl#320, of NCCL's author: DGX A100 with eight NICs and
   * SHARP, about 110 GB/s, 220 of bus bandwidth.
   */
  @ParameterizedTest
  @CsvSource({"dgx-a100, collnet-chain", "dgx-h100, nvls"})
  void shouldGiveUpToTwiceTheBandwidth(String cluster, String algorithm) {
    String all = "all-reduce --cluster %s --gpus 64 --sizes 1GiB --json ".formatted(cluster);
    JsonNode sharp = row(all + "--sharp");
    assertThat(sharp.get("ran").get("algorithm").asString()).isEqualTo(algorithm);
    JsonNode rings = row(all + "--algorithm ring");
    double times = rings.get("timeSeconds").asDouble() / sharp.get("timeSeconds").asDouble();
    assertThat(times).isBetween(0.95, 2.0);
    if (cluster.equals("dgx-a100")) {
      assertThat(times).isGreaterThan(1.2);
      double busbw = 0x1p30 / sharp.get("timeSeconds").asDouble() * 2 * 63 / 64 * 1e-9;
      assertThat(busbw).as("GB/s").isCloseTo(220, within(0.15 * 220));
    }
  }

  private JsonNode row(String arguments) {
    assertThat(run(arguments)).as(err.toString()).isEqualTo(ExitCodes.CLEAN);
    return JsonMapper.shared().readTree(out.toString()).get("rows").get(0);
  }

  private double us(int gpus) {
    JsonNode row =
        row("all-reduce --cluster dgx-h100 --gpus %d --sharp --sizes 16MiB --json".formatted(gpus));
    assertThat(row.get("ran").get("algorithm").asString()).isEqualTo("nvls");
    return row.get("timeSeconds").asDouble() * 1e6;
  }

  @Test
  void shouldSayHowManyMachinesThereMayBe() {
    assertThat(run("all-reduce --cluster dgx-h100 --gpus 512 --sharp --sizes 1MiB"))
        .isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("64 machines; it must be 2 to 56");
  }
}

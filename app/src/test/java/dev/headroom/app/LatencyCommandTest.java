package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class LatencyCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void shouldAddUpToTheLastPicosecond() {
    assertThat(run("latency", "--json")).isZero();
    JsonNode root = JsonMapper.builder().build().readTree(out.toString());
    assertThat(root.get("stacks")).hasSize(4);
    for (JsonNode stack : root.get("stacks")) {
      long sum = 0;
      for (JsonNode part : stack.get("components")) {
        sum += part.get("ps").asLong();
        assertThat(part.get("source").asString()).isNotBlank();
      }
      assertThat(stack.get("totalPs").asLong()).isEqualTo(sum).isPositive();
    }
  }

  @Test
  void shouldShowEachWayWithItsSources() {
    assertThat(run("latency", "--switches", "3")).isZero();
    assertThat(out.toString())
        .contains("TCP sockets", "InfiniBand with GPUDirect", "total", "[1]", "GDRCopy README")
        .contains("hosts.cpu.moderation");
    assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80, "fits a terminal");
  }

  @Test
  void shouldSayWhatIsNoRoute() {
    assertThat(run("latency", "--size", "1MiB")).isEqualTo(2);
    assertThat(run("latency", "--size", "8")).isEqualTo(2);
    assertThat(run("latency", "--pcie-gen", "9")).isEqualTo(2);
    assertThat(err.toString())
        .contains(
            "the message is 1MiB; it must be 1B to 4096B", "'8' has no unit", "there are 1 to 6")
        .doesNotContain("\tat ");
  }

  private int run(String... args) {
    return Headroom.run(new PrintWriter(out), new PrintWriter(err), args);
  }
}

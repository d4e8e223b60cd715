package dev.headroom.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.Headroom;
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

  /** What a GPU saves by ringing the doorbell itself is the thread; it adds a read. */
  @Test
  void shouldAddWhoPosts() {
    assertThat(totalPs("gpu") - totalPs("cpu")).isEqualTo(5_100_000 + 1_090_000 - 150_000);
    assertThat(totalPs("proxy") - totalPs("cpu")).isEqualTo(5_100_000 + 545_000);
    out.getBuffer().setLength(0);
    assertThat(run("latency", "--posted-by", "proxy")).isZero();
    assertThat(out.toString())
        .contains("thread finds the request", "hosts.nic.proxyHop", "InfiniBand with GPUDirect")
        .doesNotContain("TCP");
    assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80, "fits a terminal");
    assertThat(run("latency", "--posted-by", "nic")).isEqualTo(2);
    assertThat(err.toString())
        .contains("--posted-by is 'nic'; it must be cpu, proxy or gpu")
        .doesNotContain("\tat ");
  }

  private long totalPs(String poster) {
    out.getBuffer().setLength(0);
    assertThat(run("latency", "--posted-by", poster, "--json")).isZero();
    JsonNode root = JsonMapper.builder().build().readTree(out.toString());
    assertThat(root.get("inputs").get("postedBy").asString()).isEqualTo(poster);
    assertThat(root.get("stacks")).hasSize(2);
    JsonNode first = root.get("stacks").get(0);
    long sum =
        first.get("components").valueStream().mapToLong(part -> part.get("ps").asLong()).sum();
    assertThat(first.get("totalPs").asLong()).isEqualTo(sum);
    return sum;
  }

  @Test
  void shouldSayWhatIsNoRoute() {
    assertThat(run("latency", "--size", "1MiB")).isEqualTo(2);
    assertThat(run("latency", "--size", "8")).isEqualTo(2);
    assertThat(run("latency", "--pcie-gen", "9")).isEqualTo(2);
    assertThat(err.toString())
        .contains("the message is 1MiB; it must be 1B to 4096B", "'8' has no unit", "use 1 to 6")
        .doesNotContain("\tat ");
  }

  private int run(String... args) {
    return Headroom.run(new PrintWriter(out), new PrintWriter(err), args);
  }
}

package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class ShowCommandTest {
  private static final String INCAST = "../examples/incast-16.yaml";

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** Sixteen hosts send to host-0: what these count as sent it counts as received. */
  @Test
  void shouldCountWhatTheRunSent() {
    assertThat(show("--as", "ethtool -S")).isZero();
    long received = counter("rx_prio3_bytes");
    out.getBuffer().setLength(0);
    long sent = 0;
    for (int host = 1; host <= 16; host++) {
      assertThat(show("--as", "ethtool -S", "--host", "host-" + host)).isZero();
      sent += counter("tx_prio3_bytes");
      out.getBuffer().setLength(0);
    }
    assertThat(received).isPositive().isEqualTo(sent);
  }

  private long counter(String name) {
    return out.toString()
        .lines()
        .map(String::strip)
        .filter(line -> line.startsWith(name + ": "))
        .mapToLong(line -> Long.parseLong(line.substring(name.length() + 2)))
        .sum();
  }

  @Test
  void shouldShowTheMachineThatHostsAre() {
    assertThat(show("--as", "nvidia-smi topo -m", "--set", "hosts.machine=dgx-h100")).isZero();
    assertThat(out.toString()).contains("GPU0\t X \tNV18", "PXB\t0-55,112-167\t0", "NIC0: mlx5_0");
  }

  @Test
  void shouldPrintTheSameLinesAsJson() {
    assertThat(show("--as", "ibstat")).isZero();
    List<String> lines = out.toString().lines().toList();
    out.getBuffer().setLength(0);
    assertThat(show("--as", "ibstat", "--json")).isZero();
    JsonNode root = JsonMapper.builder().build().readTree(out.toString());
    assertThat(root.get("tool").asString()).isEqualTo("ibstat");
    assertThat(root.get("lines").valueStream().map(JsonNode::asString)).isEqualTo(lines);
  }

  @Test
  void shouldSayWhatIsNoToolAndNoHost() {
    assertThat(show("--as", "iblinkinfo")).isEqualTo(2);
    assertThat(show("--as", "ibstat", "--host", "host-99")).isEqualTo(2);
    assertThat(show("--as", "ibstat", "--set", "hosts.machine=cray")).isEqualTo(2);
    assertThat(err.toString())
        .contains("'iblinkinfo' is none of nvidia-smi topo -m, show_gids")
        .contains("'host-99' is none of the 17 hosts, host-0 to host-16")
        .contains("hosts.machine")
        .doesNotContain("\tat ");
  }

  private int show(String... more) {
    String[] args =
        Stream.concat(Stream.of("show", INCAST), Arrays.stream(more)).toArray(String[]::new);
    return Headroom.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
  }
}

package dev.headroom.app.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.Headroom;
import dev.headroom.app.PlayedFleet;
import dev.headroom.app.process.ExitCodes;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An audit of machines that are reached over SSH. */
final class FleetAuditTest {
  private static final int HOSTS = 196;

  @TempDir private Path folder;

  /** 199 machines: one refuses the key, one is unknown, one sends a gigabyte. */
  @Test
  void shouldReportAllButThreeAndNameThose() throws Exception {
    // A busy machine takes many seconds for 64 MiB.
    JsonNode report = audit(List.of("refuses", "endless"), true, HOSTS, "60s");
    assertThat(report.get("hosts").size()).isEqualTo(HOSTS);
    assertThat(report.get("unreached").size()).isEqualTo(3);
    assertThat(why(report, "refuses")).startsWith("rejected every key");
    assertThat(why(report, "unknown"))
        .startsWith("its host key is missing in the known_hosts file");
    assertThat(why(report, "endless")).isEqualTo("sent more than 64 MiB; connection closed");
  }

  @Test
  void shouldHangUpOnAMachineThatHangs() throws Exception {
    JsonNode report = audit(List.of("hangs"), false, 0, "2s");
    assertThat(why(report, "hangs")).isEqualTo("did not finish after 2 s; connection closed");
  }

  private JsonNode audit(List<String> users, boolean unknown, int well, String limit)
      throws Exception {
    KeyPair mine = PlayedFleet.key();
    Path identity = PlayedFleet.identity(mine, folder.resolve("id"));
    try (PlayedFleet fleet = new PlayedFleet(mine, "proc/cmdline", "ro quiet iommu=pt\n");
        PlayedFleet stranger = new PlayedFleet(mine, "proc/cmdline", "ro quiet\n")) {
      Path known = Files.writeString(folder.resolve("known_hosts"), fleet.known());
      StringBuilder hosts = new StringBuilder("# ours\n");
      for (String user : users) {
        hosts.append(user).append("@127.0.0.1:").append(fleet.port()).append('\n');
      }
      if (unknown) {
        hosts.append("unknown@127.0.0.1:").append(stranger.port()).append('\n');
      }
      for (int i = 0; i < well; i++) {
        hosts.append("gpu-%d@127.0.0.1:%d%n".formatted(i, fleet.port()));
      }
      Path file = Files.writeString(folder.resolve("hosts.txt"), hosts);
      StringWriter out = new StringWriter();
      int exit =
          Headroom.run(
              new PrintWriter(out),
              new PrintWriter(new StringWriter()),
              "audit",
              "--json",
              "--hosts",
              file.toString(),
              "--known-hosts",
              known.toString(),
              "--identity",
              identity.toString(),
              "--limit",
              limit);
      assertThat(exit).isEqualTo(ExitCodes.FINDINGS);
      return JsonMapper.builder().build().readTree(out.toString());
    }
  }

  private static String why(JsonNode report, String user) {
    for (JsonNode each : report.get("unreached")) {
      if (each.get("host").asString().startsWith(user + "@")) {
        return each.get("why").asString();
      }
    }
    return "was reached";
  }
}

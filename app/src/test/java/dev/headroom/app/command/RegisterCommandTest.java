package dev.headroom.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.headroom.app.Headroom;
import dev.headroom.wire.linux.LinuxSockets;
import dev.headroom.wire.memory.LockedMemory;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class RegisterCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void needLinux() {
    assumeTrue(LinuxSockets.isHere(), "memory is asked of a 64-bit Linux");
  }

  private int run(String... args) {
    return Headroom.run(new PrintWriter(out), new PrintWriter(err), args);
  }

  private int register(int port, String... args) {
    String[] all = new String[args.length + 3];
    all[0] = "register";
    all[1] = "--udp-port";
    all[2] = "" + port;
    System.arraycopy(args, 0, all, 3, args.length);
    return run(all);
  }

  @Test
  void shouldShowEachStepAndTheTable() {
    assertThat(register(14_761, "--size", "64KiB", "--table")).as(err::toString).isZero();
    assertThat(out.toString())
        .contains(
            "64 KiB in pages of 4KiB",
            "mlock: pages stay in place",
            "64 KiB by mlock (VmLck), 0 B before")
        .containsAnyOf("translation table, each entry of", "CAP_SYS_ADMIN");
    assertThat(out.toString())
        .containsIgnoringWhitespaces(
            "received every byte correctly, and a WRITE with a wrong key was rejected.");
    assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80, "fits a terminal");
  }

  /** 52.5 us and 998.4 ns a page are what docs/model/host.md says of hosts.memory. */
  @Test
  void shouldHaveTheSameInJson() {
    assertThat(register(14_762, "--size", "100KB", "--rounds", "2", "--table", "--json"))
        .as(err::toString)
        .isZero();
    JsonNode root = JsonMapper.builder().build().readTree(out.toString());
    assertThat(root.get("pages").asInt()).isEqualTo(25);
    assertThat(root.get("bytes").asInt()).isEqualTo(25 * 4096);
    assertThat(root.get("modelNs").asDouble()).isBetween(77_000.0, 78_000.0);
    assertThat(root.get("steps")).hasSize(5);
    assertThat(root.get("registerNs").asLong())
        .isEqualTo(
            root.get("steps").get(1).get("ns").asLong()
                + root.get("steps").get(2).get("ns").asLong());
    assertThat(root.get("locked").get("lockedBytes").asLong())
        .isEqualTo(root.get("lockedBefore").get("lockedBytes").asLong() + 25 * 4096);
    assertThat(root.get("transfer").get("wrongKeyRefused").asBoolean()).isTrue();
    JsonNode table = root.get("table");
    if (!table.isNull()) {
      assertThat(table.get("translations")).hasSize(table.get("entries").asInt());
      String physical = table.get("translations").get(0).get("physical").asString();
      String mtt = table.get("translations").get(0).get("mtt").asString();
      assertThat(Long.decode(mtt) - Long.decode(physical)).isEqualTo(3);
    }
    assertThat(LockedMemory.now().locked())
        .isEqualTo(root.get("lockedBefore").get("lockedBytes").asLong());
  }

  @Test
  void shouldSayWhatCannotBeRegistered() {
    assertThat(run("register", "--size", "64")).isEqualTo(2);
    assertThat(run("register", "--size", "65GiB")).isEqualTo(2);
    assertThat(run("register", "--page", "8KiB")).isEqualTo(2);
    assertThat(run("register", "--rounds", "0")).isEqualTo(2);
    assertThat(run("register", "--size", "8GiB", "--table")).isEqualTo(2);
    assertThat(run("register", "--bind", "127.0.0.1", "--device", "native")).isEqualTo(3);
    assertThat(err.toString())
        .contains(
            "'64' has no unit",
            "--size 65GiB: valid are 1B to 64GiB",
            "--page 8KiB: valid are 4KiB, transparent, 2MiB or 1GiB",
            "--rounds 0",
            "--table: at most 1,048,576 pages are printed",
            "no RDMA device has the address 127.0.0.1")
        .doesNotContain("\tat ");
  }
}

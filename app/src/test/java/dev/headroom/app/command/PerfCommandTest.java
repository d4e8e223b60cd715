package dev.headroom.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.Headroom;
import dev.headroom.app.UnusedPorts;
import dev.headroom.app.perftest.ForeignPerftestOptions;
import dev.headroom.app.perftest.PerftestOptions;
import dev.headroom.app.process.ExitCodes;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What people type who know perftest, and what comes of it where nobody is there. */
final class PerfCommandTest {
  private static final String UDP_PORT = "14793";

  private final StringWriter err = new StringWriter();

  @Test
  void shouldTakeOptionsThatPeopleTypeByHabit() throws IOException {
    String habit = "-d mlx5_0 -i 1 -x 3 -F --report_gbits -q 4 -a --bidirectional";
    assertThat(run("ib_write_bw 127.0.0.1 " + habit + " -p " + UnusedPorts.next()))
        .isEqualTo(ExitCodes.COULD_NOT_RUN);
    assertThat(err.toString())
        .startsWith("headroom: 127.0.0.1 TCP port ")
        .contains("Connection refused; check that the server runs");
  }

  @Test
  void shouldNameTheTests() {
    assertThat(run("ib_write 127.0.0.1")).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("'ib_write' is not one of write_bw, write_lat, send_bw");
  }

  /** Who leaves --bind out talks to this machine alone. */
  @Test
  void shouldSayThatAnotherMachineNeedsAnotherAddress() {
    for (String command : new String[] {"perf write_bw", "ping", "probe"}) {
      assertThat(headroom(command + " 192.0.2.1")).as(command).isEqualTo(ExitCodes.BAD_INPUT);
      assertThat(err.toString())
          .startsWith(
              "headroom: 192.0.2.1: is another machine, which --bind 127.0.0.1 cannot reach");
    }
  }

  @Test
  void shouldSayWhoHasTheServersPort() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      assertThat(run("write_bw -p " + taken.getLocalPort())).isEqualTo(ExitCodes.COULD_NOT_RUN);
      assertThat(err.toString())
          .startsWith("headroom: 127.0.0.1 TCP port " + taken.getLocalPort())
          .contains("ss -ltnp shows the process that uses it", "-p N at both ends");
    }
  }

  @Test
  void shouldAnswerEveryOptionOfPerftest() {
    Set<String> taken =
        Objects.requireNonNull(Headroom.parser("perf").getSubcommands().get("perf"))
            .getCommandSpec()
            .optionsMap()
            .keySet();
    for (String option : PerftestOptions.ALL) {
      assertThat(ForeignPerftestOptions.ofPerf(option).isEmpty())
          .as(option)
          .isEqualTo(taken.contains(option));
    }
    assertThat(run("write_bw --out_json 127.0.0.1")).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString())
        .startsWith("headroom: there is no option '--out_json' here: --json prints it;");
  }

  @Test
  void shouldTakeSizesAndLimitsOfPerftest() throws IOException {
    assertThat(run("ib_write_bw 127.0.0.1 -s 64K -N -w 5 -y 0.1 -p " + UnusedPorts.next()))
        .isEqualTo(ExitCodes.COULD_NOT_RUN);
    assertThat(err.toString()).contains("Connection refused");
    assertThat(run("write_bw -s 64KiB 127.0.0.1")).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("'64KiB' is not a size", "65536, 64K or 1M");
    assertThat(run("write_lat -w 5")).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("a latency test has none");
  }

  private int run(String arguments) {
    return headroom("perf " + arguments + " --udp-port " + UDP_PORT);
  }

  private int headroom(String command) {
    err.getBuffer().setLength(0);
    return Headroom.run(
        new PrintWriter(new StringWriter()), new PrintWriter(err), command.split(" "));
  }
}

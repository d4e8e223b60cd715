package dev.headroom.app.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code headroom perf} against perftest on the kernel's soft-RoCE, as client and as server. */
final class PerfLabTest {
  @BeforeAll
  static void needTheLab() {
    Lab.need();
  }

  @ParameterizedTest
  @CsvSource({
    "write_bw,-n 1000 -s 4096",
    "write_bw,-n 1000 -s 2",
    "write_bw,-n 20 -s 1048576 -t 8",
    "write_bw,-n 50 -s 4096 -q 64",
    "write_lat,-n 300 -s 4096",
    "send_bw,-n 1000 -s 4096",
    "send_bw,-n 1000 -s 2",
    "send_bw,-n 20 -s 1048576 -t 8",
    "send_bw,-n 200 -s 2 -q 8",
    // With perftest's own timeout two guests fail at this, too: they take longer to answer.
    "send_bw,-n 50 -s 4096 -q 64 -u 18",
    // No more than the receives that are posted: what is lost stays lost.
    "send_bw,-n 500 -s 1024 -c UD",
    "send_lat,-n 300 -s 4096",
    "send_lat,-n 300 -s 1024 -c UD",
    "read_bw,-n 1000 -s 4096",
    "read_bw,-n 1000 -s 2",
    "read_bw,-n 20 -s 1048576",
    "read_bw,-n 50 -s 4096 -q 64",
    "read_lat,-n 300 -s 4096",
    "atomic_bw,-n 1000",
    "atomic_bw,-n 50 -q 64",
    "atomic_lat,-n 300",
  })
  void shouldTalkToPerftestBothWays(String test, String options) throws Exception {
    Lab.Running server = Lab.guest("ib_" + test + " -F " + options);
    Thread.sleep(1500);
    Lab.Said ours = headroom(test, options, Lab.GUEST, "--json").end(120);
    assertThat(ours.code()).as(ours.text()).isZero();
    assertThat(ours.text()).contains("\"role\": \"client\"", "\"remote\": \"10.77.0.2\"");
    Lab.Said theirs = server.end(60);
    assertThat(theirs.code()).as(theirs.text()).isZero();

    Lab.Running serving = headroom(test, options);
    serving.awaitText("waiting");
    Lab.Said client = Lab.guest("ib_" + test + " -F " + options + " 10.77.0.1").end(120);
    assertThat(client.code()).as(client.text()).isZero();
    Lab.Said served = serving.end(60);
    assertThat(served.code()).as(served.text()).isZero();
    assertThat(served.text()).contains("remote address", "#bytes");
  }

  private static Lab.Running headroom(String test, String options, String... more)
      throws Exception {
    List<String> arguments = new ArrayList<>(List.of("perf", test));
    arguments.addAll(List.of(more));
    arguments.addAll(List.of("--bind", Lab.HERE));
    arguments.addAll(List.of(options.split(" ")));
    return Lab.headroom(arguments.toArray(String[]::new));
  }
}

package dev.headroom.app.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.wire.connect.SideChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code headroom perf} against perftest on the kernel's soft-RoCE, as client and as server. */
@NeedsLab
final class PerfLabTest {
  /** An emulated guest on a busy machine may not get to answering within eight times 67 ms. */
  private static final String PATIENT = " -u 17";

  /** In seconds. */
  private static final int PATIENCE = 180;

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
    // With perftest's own timeout two guests fail at this, too.
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
    "write_bw,-b -n 500 -s 4096",
    "write_bw,-b -n 50 -s 4096 -q 8",
    "read_bw,-b -n 300 -s 4096",
    "atomic_bw,-b -n 300",
    "send_bw,-b -n 500 -s 4096",
    "send_bw,-b -n 300 -s 1024 -c UD",
    "write_bw,-D 2 -s 4096",
    "read_bw,-D 2 -s 4096",
    "atomic_bw,-D 2",
    "send_bw,-D 4 -s 4096",
    "write_lat,-D 2 -s 64",
    "send_lat,-D 2 -s 64",
    "send_lat,-D 2 -s 64 -c UD",
    "read_lat,-D 2 -s 64",
    "atomic_lat,-D 2",
    "write_bw,-D 2 -b -s 4096",
    "send_bw,-D 2 -b -s 4096",
    "write_bw,-R -n 500 -s 4096 -u 18",
    "write_bw,-R -b -n 200 -s 4096 -q 4 -u 18",
    "write_lat,-R -n 100 -u 18",
    "send_bw,-R -n 500 -s 4096 -u 18",
    "read_bw,-R -n 300 -s 4096 -q 4 -u 18",
    "atomic_lat,-R -n 100 -u 18",
    "send_bw,-a -n 5 -t 2 -u 18",
    "send_bw,-a -n 100 -c UD",
    "send_lat,-a -n 20 -c UD",
  })
  void shouldTalkToPerftestBothWays(String test, String options) throws Exception {
    bothWays(test, options);
  }

  /** Messages of up to 8 MiB, of which an emulated guest takes a few megabytes a second. */
  @ParameterizedTest
  @EnabledIfSystemProperty(named = "headroom.full", matches = "true")
  @ValueSource(
      strings = {
        "write_bw",
        "write_bw -b",
        "read_bw",
        "send_bw -b",
        "write_lat",
        "send_lat",
        "read_lat"
      })
  void shouldMeasureAllSizesWithPerftestBothWays(String test) throws Exception {
    String[] words = test.split(" ", 2);
    bothWays(words[0], "-a -n 5 -u 18" + (words.length > 1 ? " " + words[1] + " -t 2" : ""));
  }

  private static void bothWays(String test, String asked) throws Exception {
    String options = asked.contains("-u") ? asked : asked + PATIENT;
    Lab.Running server = Lab.guest("ib_" + test + " -F " + options);
    if (options.contains("-R")) {
      Lab.awaitManagedListener(1, SideChannel.PORT);
    } else {
      Lab.awaitListeners(1, SideChannel.PORT);
    }
    Lab.Said ours = headroom(test, options, Lab.GUEST, "--json").end(PATIENCE);
    assertThat(ours.code()).as(ours.text()).isZero();
    assertThat(ours.text()).contains("\"role\": \"client\"", "\"remote\": \"10.77.0.2\"");
    Lab.Said theirs = server.end(60);
    assertThat(theirs.code()).as(theirs.text()).isZero();

    Lab.Running serving = headroom(test, options);
    serving.awaitText("waiting");
    Lab.Said client = Lab.guest("ib_" + test + " -F " + options + " 10.77.0.1").end(PATIENCE);
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

package dev.headroom.model.scenario;

import static dev.headroom.model.scenario.Scenarios.good;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the libraries that workloads run as set their queue pairs up with. */
final class LibraryDefaultsTest {
  private static final String FABRIC =
      "fabric: {topology: rail-optimized, rails: 8, servers: 4, spines: 8}\n";
  private static final String GRAPH = "gpu 0\\nsend 8 1MiB\\ngpu 8\\nreceive 0 1MiB";

  private static Scenario scenario(String workload, String... sets) {
    return good(FABRIC + "workload: " + workload + "\n", sets);
  }

  private static List<Long> timeouts(Settings settings) {
    return List.of(
        settings.get(TransportKnobs.ACK_TIMEOUT), settings.get(TransportKnobs.RETRY_COUNT));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{type: nccl} | 20",
        "{type: nccl, machine: dgx-a100, release: 2.9.9} | 14",
        "{type: nccl, machine: mi300x} | 18",
        "{type: training} | 20",
        "{type: steps} | 20",
        "{type: all-reduce} | 20",
        "{type: reduce-scatter} | 20",
        "{type: all-gather} | 20",
        "{type: halo} | 18",
        "{type: inference} | 14",
        "{type: permutation} | 14"
      })
  void shouldTakeThoseOfTheLibrary(String workload, long exponent) {
    Scenario scenario = scenario(workload);
    assertThat(timeouts(scenario.settings())).containsExactly(exponent, 7L);
    Scenarios.assertEqual(good(ScenarioWriter.write(scenario)), scenario);
  }

  @Test
  void shouldTakeThoseOfNcclForGraphs() {
    Scenario scenario = scenario("{type: graph, graph: \"" + GRAPH + "\"}");
    assertThat(timeouts(scenario.settings())).containsExactly(20L, 7L);
  }

  @Test
  void shouldLetWhatIsSaidWin() {
    assertThat(timeouts(scenario("{type: nccl}", "transport.ackTimeout=16").settings()))
        .containsExactly(16L, 7L);
    assertThat(timeouts(scenario("{type: nccl}", "transport.retryCount=3").settings()))
        .containsExactly(20L, 3L);
    assertThat(timeouts(scenario("{type: nccl}", "transport.preset=hpcc-ns3").settings()))
        .containsExactly(0L, 7L);
  }

  /** Other transports have timeouts of their own. */
  @Test
  void shouldBringNothingBesideVerbs() {
    Settings settings = scenario("{type: nccl}", "transport=uec").settings();
    assertThat(settings.isSet(TransportKnobs.ACK_TIMEOUT)).isFalse();
  }

  @Test
  void shouldGiveEachEntryOfAListItsOwn() {
    Scenario alike = scenario("[{type: nccl}, {type: training}]");
    assertThat(alike.parts()).isEmpty();
    assertThat(timeouts(alike.settings())).containsExactly(20L, 7L);
    Scenario mixed = scenario("[{type: permutation}, {type: nccl}, {type: halo}]");
    assertThat(timeouts(mixed.settings())).containsExactly(14L, 7L);
    assertThat(mixed.parts()).hasSize(3);
    assertThat(timeouts(mixed.ofPart(0).settings())).containsExactly(14L, 7L);
    assertThat(timeouts(mixed.ofPart(1).settings())).containsExactly(20L, 7L);
    assertThat(timeouts(mixed.ofPart(2).settings())).containsExactly(18L, 7L);
    Scenarios.assertEqual(good(ScenarioWriter.write(mixed)), mixed);
    Scenario said = scenario("[{type: permutation}, {type: nccl}]", "transport.ackTimeout=16");
    assertThat(timeouts(said.ofPart(1).settings())).containsExactly(16L, 7L);
    Scenario own = scenario("[{type: permutation}, {type: nccl, transport: {ackTimeout: 15}}]");
    assertThat(timeouts(own.ofPart(1).settings())).containsExactly(15L, 7L);
  }
}

package dev.headroom.run.figures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SharedHostsTest {
  private static List<String> warnings(String... entries) {
    String text =
        """
        fabric: {topology: leaf-spine, leaves: 2, spines: 4, hostsPerLeaf: 16}
        workload:
        """
            + String.join(
                "", List.of(entries).stream().map(each -> "  - {" + each + "}\n").toList());
    ScenarioReader.Outcome read = ScenarioReader.read(text, "jobs.yaml", List.of());
    Scenario scenario = ((ScenarioReader.Good) read).scenario();
    return SharedHosts.warnings(scenario);
  }

  private static String nccl(String hosts) {
    return "type: nccl, machine: dgx-a100, size: 1MiB, hosts: \"" + hosts + "\"";
  }

  @Test
  void shouldNameTheHostsThatTwoJobsComputeOn() {
    assertThat(warnings(nccl("host-0..15"), nccl("host-8..23")))
        .containsExactly(
            "workload entries 0 (nccl) and 1 (nccl) share host-8 to host-15: each entry's "
                + "GPUs compute as if no other job used them, so both results are too fast");
    assertThat(warnings(nccl("host-0..15"), nccl("host-16..31"))).isEmpty();
  }

  @Test
  void shouldTellOfEachTwoThatOverlap() {
    assertThat(warnings(nccl("host-0..15"), nccl("host-0..15"), nccl("host-8..23"))).hasSize(3);
  }

  @Test
  void shouldNotMindTrafficThatComputesNothing() {
    assertThat(
            warnings(
                nccl("host-0..15"),
                "type: incast, fanIn: 4, size: 1MB",
                "type: storage, hosts: \"host-0..7\", targets: \"host-8..9\""))
        .isEmpty();
  }
}

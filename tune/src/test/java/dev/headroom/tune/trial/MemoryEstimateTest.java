package dev.headroom.tune.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class MemoryEstimateTest {
  private static final long MIB = 1L << 20;

  private static Scenario fatTree(int k) {
    ScenarioText text =
        new ScenarioText(
            "s.yaml",
            """
            fabric: {topology: fat-tree}
            workload: {type: permutation, size: 1KB}
            """,
            Map.of(),
            List.of());
    return switch (text.read(List.of("fabric.k=" + k))) {
      case ScenarioReader.Good good -> good.scenario();
      case ScenarioReader.Bad bad -> throw new IllegalArgumentException(bad.toString());
    };
  }

  @Test
  void shouldGrowWithTheFabric() {
    assertThat(MemoryEstimate.bytes(fatTree(4))).isBetween(6 * MIB, 8 * MIB);
    assertThat(MemoryEstimate.bytes(fatTree(16))).isBetween(38 * MIB, 50 * MIB);
  }

  @Test
  void shouldLowerTheNumberOfWorkers() {
    Scenario large = fatTree(16);
    assertThat(MemoryEstimate.fitting(large, 16, 4_096 * MIB)).isEqualTo(16);
    assertThat(MemoryEstimate.fitting(large, 16, 150 * MIB)).isEqualTo(3);
    assertThat(MemoryEstimate.fitting(large, 16, 16 * MIB)).isEqualTo(1);
  }
}

package dev.headroom.tune.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.fabric.SwitchModel;
import dev.headroom.unit.Length;
import dev.headroom.unit.Rate;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FabricDesignerTest {
  static ClusterPlan plan(
      int hosts,
      String rate,
      String asic,
      int ports,
      String topology,
      int rails,
      double oversubscription) {
    return new ClusterPlan(
        hosts,
        Rate.parse(rate),
        ports == 0
            ? ports(asic, rate)
            : new ChipPorts(ChipPorts.named(asic), Rate.parse(rate), ports),
        TopologyChoice.named(topology).orElseThrow(),
        rails,
        oversubscription,
        Length.parse("3m"),
        Length.parse("40m"));
  }

  private static ChipPorts ports(String asic, String rate) {
    SwitchModel model = ChipPorts.named(asic);
    return new ChipPorts(model, Rate.parse(rate), ChipPorts.most(model, Rate.parse(rate)));
  }

  /** Ports are those of the chips: 51.2 Tb/s are 64 of 800 Gb/s or 128 of 400. */
  @ParameterizedTest
  @CsvSource({
    "tomahawk5, 800Gbps, 64",
    "Tomahawk-5, 400Gbps, 128",
    "tomahawk5, 200Gbps, 256",
    "tomahawk4, 400Gbps, 64",
    "tomahawk3, 400Gbps, 32",
    "spectrum4, 800Gbps, 64",
    "spectrum4, 400Gbps, 128",
    "spectrum3, 100Gbps, 128",
  })
  void shouldCountThePortsOfAChip(String asic, String rate, int ports) {
    assertThat(ports(asic, rate).count()).isEqualTo(ports);
  }

  /** Tiers as NAME:SWITCHES:DOWN:UP. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1024   | tomahawk5 | 0  | auto       | 1 | 1   | leaf:16:64:64 spine:8:128:0",
        "1024   | tomahawk5 | 0  | auto       | 1 | 3   | leaf:11:94:33 spine:3:121:0",
        "8192   | tomahawk5 | 0  | auto       | 1 | 1   | leaf:128:64:64 spine:64:128:0",
        "8193   | tomahawk5 | 0  | auto       | 1 | 1   | edge:578:17:17 aggregation:578:17:17 core:289:34:0",
        "100000 | tomahawk5 | 0  | auto       | 1 | 1   | edge:2738:37:37 aggregation:2738:37:37 core:1369:74:0",
        "100    | tomahawk5 | 0  | auto       | 1 | 1   | switch:1:100:0",
        "100    | tomahawk5 | 0  | leaf-spine | 1 | 1   | leaf:2:50:50 spine:2:50:0",
        "16     | tomahawk4 | 8  | auto       | 1 | 1   | leaf:4:4:4 spine:2:8:0",
        "24     | tomahawk4 | 8  | auto       | 1 | 3   | leaf:4:6:2 spine:2:4:0",
        "1024   | spectrum4 | 0  | auto       | 8 | 1   | leaf:16:64:64 spine:8:128:0",
        "16     | tomahawk4 | 0  | fat-tree   | 1 | 1   | edge:8:2:2 aggregation:8:2:2 core:4:4:0",
        "64     | tomahawk4 | 16 | fat-tree   | 1 | 2   | edge:18:6:3 aggregation:18:3:3 core:9:6:0",
      })
  void shouldDesignTiers(
      int hosts,
      String asic,
      int ports,
      String topology,
      int rails,
      double oversubscription,
      String tiers) {
    ClusterPlan plan = plan(hosts, "400Gbps", asic, ports, topology, rails, oversubscription);
    FabricDesign design = FabricDesigner.of(plan);
    assertThat(
            design.tiers().stream()
                .map(tier ->
                    "%s:%d:%d:%d".formatted(tier.name(), tier.switches(), tier.down(), tier.up()))
                .collect(Collectors.joining(" ")))
        .isEqualTo(tiers);
    assertThat(design.hosts()).isGreaterThanOrEqualTo(hosts);
    assertThat(design.ports()).isLessThanOrEqualTo(plan.chip().count());
    assertThat(design.oversubscription()).isLessThanOrEqualTo(oversubscription);
    // cables have two ends
    SwitchTier low = design.tiers().getFirst();
    if (design.tiers().size() == 2) {
      SwitchTier high = design.tiers().getLast();
      assertThat(low.switches() * low.up()).isEqualTo(high.switches() * high.down());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "100000 | 0  | leaf-spine     | 1 | 1   | have 8,192 hosts at most, and 100,000 are wanted",
        "129    | 0  | single         | 1 | 1   | has 128 hosts at most",
        "200000 | 32 | auto           | 1 | 1   | has 8,192 hosts at most",
        "9600   | 0  | auto           | 8 | 1   | two tiers with 8 rails",
        "10     | 0  | auto           | 4 | 1   | use a multiple of 4",
        "1024   | 0  | leaf-spine     | 8 | 1   | not with leaf-spine",
        "1024   | 0  | rail-optimized | 1 | 1   | needs the number of rails",
        "1024   | 0  | auto           | 1 | 0.5 | use 1 to 64",
        "9000   | 0  | fat-tree       | 1 | 1.5 | a fat tree takes a whole number",
        "1      | 0  | auto           | 1 | 1   | a fabric has 2 to 262,144",
        "300000 | 0  | auto           | 1 | 1   | a fabric has 2 to 262,144",
        "1024   | 129| auto           | 1 | 1   | tomahawk-5 has 2 to 128",
      })
  void shouldRefuseWhatCannotBeBuilt(
      int hosts, int ports, String topology, int rails, double oversubscription, String message) {
    assertThatThrownBy(() ->
            FabricDesigner.of(
                plan(hosts, "400Gbps", "tomahawk5", ports, topology, rails, oversubscription)))
        .isInstanceOf(AdviceException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "trident9  | 400Gbps  | not a known chip; known are spectrum2",
        "quantum2  | 400Gbps  | neither PFC nor ECN",
        "tomahawk4 | 800Gbps  | its fastest ports have 400Gbps",
      })
  void shouldRefuseChips(String asic, String rate, String message) {
    assertThatThrownBy(() -> ports(asic, rate))
        .isInstanceOf(AdviceException.class)
        .hasMessageContaining(message);
  }

  /** A piece keeps the ratio of ports, the tiers and the buffer of a port. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1024   | auto     | 1 | 1",
        "1024   | auto     | 1 | 3",
        "100000 | auto     | 1 | 1",
        "1024   | auto     | 8 | 1",
        "1024   | fat-tree | 1 | 2",
      })
  void shouldScaleDownFaithfully(int hosts, String topology, int rails, double oversubscription) {
    ClusterPlan plan = plan(hosts, "400Gbps", "tomahawk5", 0, topology, rails, oversubscription);
    FabricDesign whole = FabricDesigner.of(plan);
    FabricPiece piece = FabricPiece.of(plan, whole);
    assertThat(piece.isWhole()).isFalse();
    assertThat(piece.design().hosts()).isLessThanOrEqualTo(FabricPiece.MOST_HOSTS);
    assertThat(piece.design().tiers()).hasSameSizeAs(whole.tiers());
    assertThat(piece.design().oversubscription()).isCloseTo(whole.oversubscription(), within(0.2));
    assertThat(piece.bufferBytes() / piece.design().tiers().getFirst().ports())
        .isEqualTo(plan.chip().bufferBytes() / plan.chip().count());
  }
}

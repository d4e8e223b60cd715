package dev.headroom.sim.nic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.knob.IommuKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import org.junit.jupiter.api.Test;

/** Writes of a NIC that may overtake each other on their way to memory, and such as may not. */
final class OrderTest {
  private static final ResultTable ORDER =
      ResultTable.of("write-order", OrderTest.class, "what", "published", "run");

  /** openucx/ucx#8062: "with relaxed-order set 200 Gb/s, the line rate, otherwise only 150". */
  @Test
  void shouldHoldBackAFastNicOfAnEpyc() {
    Pair pair = Pair.at("200Gbps");
    assertThat(gbps(pair)).isEqualTo(196, within(2.0));
    assertThat(gbps(strict(pair))).isEqualTo(150, within(2.0));
    row("EPYC, 200 Gb/s, relaxed, Gb/s", "200, the line rate", gbps(pair));
    row("EPYC, 200 Gb/s, strict, Gb/s (fitted)", "150", gbps(strict(pair)));
  }

  /**
   * openucx/ucx#10955: an Emerald Rapids writes 16 GB/s, and more than 40 with relaxed ordering.
   */
  @Test
  void shouldHoldBackAnEmeraldRapidsMore() {
    Pair pair = Pair.at("400Gbps").with(PcieKnobs.ORDERED_WRITES, "4480B");
    assertThat(gbps(pair) / 8).isGreaterThan(40);
    assertThat(gbps(strict(pair)) / 8).isEqualTo(16, within(0.2));
    row("Emerald Rapids, relaxed, GB/s", "over 40", gbps(pair) / 8);
    row("Emerald Rapids, strict, GB/s (fitted)", "16", gbps(strict(pair)) / 8);
  }

  /** Azure/azhpc-images#151: on NDv2, whose NICs have 100 Gb/s, it makes no difference. */
  @Test
  void shouldNotMatterToASlowerNic() {
    Pair pair = Pair.at("100Gbps");
    assertThat(gbps(strict(pair))).isEqualTo(gbps(pair), within(0.1));
    row("100 Gb/s, strict less relaxed, Gb/s", "no difference", gbps(strict(pair)) - gbps(pair));
  }

  private static void row(String what, String published, double here) {
    ORDER.row(what, published, Cells.number(here, 1));
  }

  /** The root complex keeps the order; writes to a GPU below the same switch do not come there. */
  @Test
  void shouldNotMatterWhereWritesDoNotComeToARootComplex() {
    Pair gpu = Pair.at("400Gbps").with(PcieKnobs.MEMORY, "gpu");
    assertThat(gbps(strict(gpu))).isEqualTo(gbps(gpu), within(0.1));
    Pair redirected = gpu.with(IommuKnobs.ACS, "redirect").with(PcieKnobs.PEER_RATE, "400Gbps");
    assertThat(gbps(strict(redirected))).isLessThan(0.6 * gbps(redirected));
  }

  /** NVIDIA/nccl#1205: it matters most where addresses are translated, as for virtual machines. */
  @Test
  void shouldWaitForTranslationsInTurn() {
    Pair pair =
        Pair.at("100Gbps")
            .with(IommuKnobs.TRANSLATION, "root")
            .with(PcieKnobs.PAGE, "4KiB")
            .with(IommuKnobs.WALK, "600ns");
    double relaxed = gbps(pair);
    assertThat(relaxed).isGreaterThan(96);
    assertThat(gbps(strict(pair))).isLessThan(0.8 * relaxed);
    row("100 Gb/s, pages of 4 KiB, IOMMU, relaxed", "", relaxed);
    row("100 Gb/s, pages of 4 KiB, IOMMU, strict", "less, no number", gbps(strict(pair)));
    assertThat(gbps(strict(pair.with(PcieKnobs.PAGE, "2MiB"))))
        .as("hardly a page is looked up")
        .isEqualTo(relaxed, within(2.0));
  }

  @Test
  void shouldHoldUpOnlyWhatTheRootComplexHasNoRoomFor() {
    PostedWriteOrder order = new PostedWriteOrder(10_000);
    // 1,000 B each 50 ns and 100 ns to memory: 2,000 B are on their way, 8,000 B fill in 400 ns.
    assertThat(order.stallPs(1_000, 0, 50_000, 100_000)).isZero();
    assertThat(order.stallPs(1_000, 300_000, 50_000, 100_000)).as("room for it").isZero();
    for (int behind = 0; behind < 10; behind++) {
      assertThat(order.stallPs(1_000, 900_000, 50_000, 100_000)).as("translated by then").isZero();
    }
    assertThat(order.stallPs(1_000, 900_000, 50_000, 100_000)).isEqualTo(500_000);
  }

  private static Pair strict(Pair pair) {
    return pair.with(PcieKnobs.RELAXED_ORDERING, "false");
  }

  private static double gbps(Pair pair) {
    return pair.gbps("write", 4, 1 << 20, 8);
  }
}

package dev.headroom.model.pcie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Beside what pcie-bench's own model prints (github.com/pcie-bench/pcie-model). */
final class PcieLinkTest {
  private static final ResultTable H100 =
      ResultTable.of(
          "pcie-h100",
          PcieLinkTest.class,
          "256 MiB of pinned memory",
          "measured, Gb/s",
          "pcie-bench's model",
          "ACKs over all lanes");

  private static final ResultTable RATES =
      ResultTable.of(
          "pcie-links", PcieLinkTest.class, "link, transfers", "pcie-bench, Gb/s", "here, Gb/s");

  private static PcieLink packets(int generation, int lanes, int mps, int mrrs) {
    return PcieLink.of(PcieGeneration.of(generation), lanes, mps, mrrs)
        .with(PcieLinkOverhead.PACKETS);
  }

  @Test
  void shouldUseAsMuchOfGen3AsPcieBench() {
    PcieLink link = packets(3, 8, 256, 512);
    assertThat(link.rawBps() * 1e-9).isCloseTo(63.0, within(0.05));
    assertThat(link.tlpBps() * 1e-9).isCloseTo(57.9, within(0.05));
  }

  @ParameterizedTest
  @CsvSource({
    "3,  8, 256,   64,  42.1",
    "3,  8, 256,  256,  52.9",
    "3,  8, 256, 1024,  52.9",
    "4, 16, 128, 4096, 188",
    "4, 16, 256, 4096, 208",
    "4, 16, 512, 4096, 219",
    "5, 16, 128, 4096, 376",
    "5, 16, 256, 4096, 416",
    "5, 16, 512, 4096, 438",
    "6, 16, 128, 4096, 722",
    "6, 16, 256, 4096, 798",
    "6, 16, 512, 4096, 841",
  })
  void shouldWriteAsFastAsPcieBench(int generation, int lanes, int mps, int size, double gbps) {
    double here = packets(generation, lanes, mps, 512).writeBps(size) * 1e-9;
    assertThat(here).isCloseTo(gbps, withPercentage(0.3));
    RATES.row(
        "Gen%d x%d, MPS %d, writes of %d B".formatted(generation, lanes, mps, size),
        Cells.number(gbps, gbps < 100 ? 1 : 0),
        Cells.number(here, gbps < 100 ? 1 : 0));
  }

  @Test
  void shouldGainBothWaysButNotInReadsFromLongerRequests() {
    PcieLink narrow = packets(5, 16, 512, 512);
    PcieLink wide = packets(5, 16, 512, 4096);
    assertThat(narrow.duplexBps(4096) * 1e-9).isCloseTo(419, withPercentage(0.3));
    assertThat(wide.duplexBps(4096) * 1e-9).isCloseTo(436, withPercentage(0.3));
    assertThat(narrow.readBps(4096) * 1e-9).isCloseTo(441, withPercentage(0.3));
    assertThat(wide.readBps(4096)).isEqualTo(narrow.readBps(4096));
  }

  /**
   * Copies of 256 MiB between pinned memory of a host and an H100 (Gen5 x16, MPS 256 and MRRS 4,096
   * by its configuration space): more than pcie-bench's model has for possible, less than all that
   * the specification leaves. A guide to nvbandwidth prints 55.63 GB/s to a GPU.
   */
  @Test
  void shouldHaveWhatAnH100ReachesBetweenTheTwoWaysToCountAcknowledgements() {
    long copy = 256 << 20;
    PcieLink bench = packets(5, 16, 256, 4096);
    PcieLink spread = bench.with(PcieLinkOverhead.SPREAD);
    H100.row(
        "GPU to host: writes",
        "441.9",
        Cells.number(bench.writeBps(copy) * 1e-9, 0),
        Cells.number(spread.writeBps(copy) * 1e-9, 0));
    H100.row(
        "host to GPU: reads",
        "443.0",
        Cells.number(bench.readBps(copy) * 1e-9, 0),
        Cells.number(spread.readBps(copy) * 1e-9, 0));
    H100.row(
        "both at once, each way",
        "390 to 401",
        Cells.number(bench.duplexBps(copy) * 1e-9, 0),
        Cells.number(spread.duplexBps(copy) * 1e-9, 0));
    assertThat(441.9)
        .isGreaterThan(bench.writeBps(copy) * 1e-9)
        .isCloseTo(spread.writeBps(copy) * 1e-9, withPercentage(4));
    assertThat(443.0)
        .isGreaterThan(bench.readBps(copy) * 1e-9)
        .isCloseTo(spread.readBps(copy) * 1e-9, withPercentage(5));
    assertThat(55.63 * 8).isBetween(bench.readBps(copy) * 1e-9, spread.readBps(copy) * 1e-9);
  }

  @Test
  void shouldCountAcknowledgementsOfASingleLaneTheSameEitherWay() {
    PcieLink narrow = packets(4, 1, 256, 512);
    assertThat(narrow.with(PcieLinkOverhead.SPREAD).tlpBps()).isEqualTo(narrow.tlpBps());
  }

  /** Some of the Ack limits that the base specification 5.0 lists in tables 3-7 to 3-9. */
  @ParameterizedTest
  @CsvSource({
    "1,  1,  128,  237",
    "1,  4,  128,   73",
    "1,  8,  256,  107",
    "1,  8,  512,   86",
    "1, 16,  512,   86",
    "2,  2,  256,  268",
    "2, 32, 1024,  135",
    "3,  8, 4096,  630",
    "3, 16,  128,  144",
    "3, 16,  256,  168",
    "5, 16,  512,  182",
    "5,  1, 4096, 4239",
  })
  void shouldAcknowledgeAsOftenAsTheSpecificationAsks(
      int generation, int lanes, int mps, int symbols) {
    assertThat(PcieLinkOverhead.ackLimit(PcieGeneration.of(generation), lanes, mps))
        .isEqualTo(symbols);
  }

  /** 236 of 256 bytes a flit and 16 of header: 1,024 Gb/s x 0.9219 x 512/528. */
  @ParameterizedTest
  @CsvSource({"128, 839", "256, 888", "512, 915"})
  void shouldWriteInFlitsOnGen6(int mps, double gbps) {
    PcieLink link = PcieLink.of(PcieGeneration.GEN6, 16, mps, 512);
    assertThat(link.accounting()).isEqualTo(PcieLinkOverhead.FLITS);
    assertThat(link.writeBps(4096) * 1e-9).isCloseTo(gbps, withPercentage(0.1));
  }

  @Test
  void shouldNotReachTheArticlesEfficiencyAtMps512EitherWay() {
    PcieLink flits = PcieLink.of(PcieGeneration.GEN6, 16, 512, 4096);
    assertThat(flits.tlpEfficiency(4096)).isCloseTo(0.970, within(0.001));
    assertThat(flits.with(PcieLinkOverhead.PACKETS).tlpEfficiency(4096))
        .isCloseTo(0.955, within(0.001));
    assertThat(packets(6, 16, 1024, 4096).tlpEfficiency(4096)).isCloseTo(0.977, within(0.001));
  }

  @Test
  void shouldSaveFourBytesWithShortAddressesAndLoseFourToADigest() {
    PcieLink link =
        new PcieLink(PcieGeneration.GEN3, 8, 256, 512, 256, false, true, PcieLinkOverhead.PACKETS);
    assertThat(link.tlp()).isEqualTo(new TlpBytes(24, 24, 24));
    assertThat(packets(3, 8, 256, 512).tlp()).isEqualTo(new TlpBytes(24, 24, 20));
  }

  @Test
  void shouldReadSlowerWhereTheRootComplexCutsAtItsBoundary() {
    PcieLink cut =
        new PcieLink(PcieGeneration.GEN3, 8, 256, 512, 64, true, false, PcieLinkOverhead.PACKETS);
    assertThat(cut.completionBytes(256)).isEqualTo(256 + 4 * 20);
    assertThat(cut.readBps(256)).isLessThan(packets(3, 8, 256, 512).readBps(256));
  }

  /** 32 tags of 512 B in 1 us are 131 Gb/s. */
  @Test
  void shouldBoundReadsByWhatIsOutstanding() {
    assertThat(packets(4, 16, 256, 512).outstandingReadBps(32, 1_000_000))
        .isCloseTo(131.072e9, within(1.0));
  }

  @ParameterizedTest
  @CsvSource({"3, 256, 512, lanes", "8, 300, 512, MPS", "8, 8192, 512, MPS", "8, 256, 64, MRRS"})
  void shouldRefuseWhatNoLinkHas(int lanes, int mps, int mrrs, String what) {
    assertThatThrownBy(() -> packets(5, lanes, mps, mrrs)).hasMessageStartingWith(what);
  }

  @Test
  void shouldRefuseFlitsBeforeGen6() {
    PcieLink link = packets(5, 16, 256, 512);
    assertThatThrownBy(() -> link.with(PcieLinkOverhead.FLITS))
        .hasMessageContaining("generation 6");
  }
}

package dev.headroom.model.pcie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** What bit errors cost on a PCIe link, by hand and by what its designers state. */
final class PcieReplayTest {
  private static PcieReplay gen(int generation) {
    return new PcieReplay(PcieLink.of(PcieGeneration.of(generation), 16, 256, 512), 0);
  }

  @Test
  void shouldTakeTheTimesOfTheSpecification() {
    PcieReplay five = gen(5);
    assertThat(five.timerPs()).as("24,000 symbols of 250 ps").isEqualTo(6_000_000);
    assertThat(five.turnPs()).as("230.5 symbols").isEqualTo(57_625);
    assertThat(gen(1).timerPs()).as("24,000 symbols of 4 ns").isEqualTo(96_000_000);
    assertThat(new PcieReplay(five.link(), 10_000).turnPs()).isEqualTo(77_625);
  }

  /** 280 B are 2,240 bits; a replay is 57.6 ns in vain and 4.92 ns for the TLP. */
  @Test
  void shouldLoseWhatReplaysTake() {
    PcieReplay five = gen(5);
    double unitPs = five.takesPs(280);
    double bad = 1 - Math.pow(1 - 1e-7, 2240);
    assertThat(five.unitBytes()).isEqualTo(280);
    assertThat(unitPs).isEqualTo(4_920, within(10.0));
    assertThat(1 / five.share(1e-7) - 1).isEqualTo(bad * (57_625 + unitPs) / unitPs, within(1e-5));
  }

  /** The specification's bit error ratio is one bad TLP in two seconds of full traffic. */
  @Test
  void shouldBeHarmlessWithinTheSpecification() {
    PcieReplay five = gen(5);
    double bytesASecond = 280 / (five.takesPs(280) * 1e-12);
    assertThat(bytesASecond * five.errorsPerByte(1e-12)).isEqualTo(0.46, within(0.01));
    assertThat(five.share(1e-12)).isGreaterThan(0.999_999_9);
  }

  /**
   * PCI-SIG, "Error Detection and Correction with FEC" (Das Sharma): with 1e-6 a flit is retried
   * with less than 1e-5. Errors that do not come in bursts are better still.
   */
  @Test
  void shouldRetryFewFlits() {
    PcieReplay six = gen(6);
    double flit = six.errorsPerByte(1e-6) * six.unitBytes();
    assertThat(six.unitBytes()).isEqualTo(256);
    assertThat(flit).isBetween(1e-7, 1e-5);
    assertThat(flit)
        .as("two of 85 bytes in one of three groups")
        .isEqualTo(3 * 85.33 * 84.33 / 2 * 64e-12, within(1e-8));
  }

  /** What its ends were set up with stays; only what a slower link cannot have is gone. */
  @Test
  void shouldKeepAllButTheGeneration() {
    PcieLink six =
        new PcieLink(PcieGeneration.GEN6, 16, 512, 4096, 64, false, true, PcieLinkOverhead.PACKETS);
    assertThat(new PcieReplay(six, 7).slower())
        .isEqualTo(
            new PcieReplay(
                new PcieLink(
                    PcieGeneration.GEN5, 16, 512, 4096, 64, false, true, PcieLinkOverhead.PACKETS),
                7));
    assertThat(six.with(PcieLinkOverhead.FLITS).at(PcieGeneration.GEN3).accounting())
        .isEqualTo(PcieLinkOverhead.PACKETS);
    assertThat(six.with(PcieLinkOverhead.FLITS).at(PcieGeneration.GEN6).accounting())
        .isEqualTo(PcieLinkOverhead.FLITS);
  }

  @Test
  void shouldComeUpOneGenerationLowerAndNoFurtherThanTheFirst() {
    assertThat(gen(5).slower().link().generation()).isEqualTo(PcieGeneration.GEN4);
    assertThat(gen(6).slower().link().accounting()).isEqualTo(PcieLinkOverhead.PACKETS);
    assertThat(gen(1).slower()).isEqualTo(gen(1));
  }
}

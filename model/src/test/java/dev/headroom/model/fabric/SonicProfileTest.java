package dev.headroom.model.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.model.fabric.SonicProfile.Port;
import dev.headroom.unit.Length;
import dev.headroom.unit.Rate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Beside the profiles that NVIDIA ships with SONiC: {@code pg_profile_lookup.ini}. */
final class SonicProfileTest {

  private static Port port(SwitchAsic asic, long gbps, long metres, int mtu) {
    return Port.of(asic, Rate.ofGbps(gbps), new Length(metres * 1000), mtu);
  }

  /**
   * SN5610N, Spectrum-4. What it was worked out with is not said; an MTU of 9216, lossless packets
   * of 4,096 B, half of the packets small and a shared pool give all sixteen lines to the byte.
   */
  @ParameterizedTest
  @CsvSource({
    "10, 5, 20480", "25, 5, 21504", "40, 5, 24576", "50, 5, 26624",
    "100, 5, 44032", "200, 5, 50176", "400, 5, 86016", "800, 5, 95232",
    "10, 40, 20480", "25, 40, 22528", "40, 40, 25600", "50, 40, 28672",
    "100, 40, 49152", "200, 40, 60416", "400, 40, 104448", "800, 40, 132096",
  })
  void shouldGiveWhatNvidiaShipsForSpectrum4(long gbps, long metres, long xoff) {
    boolean eightLanes = gbps == 800;
    Port shipped =
        new Port(
            SwitchAsic.SPECTRUM4,
            Rate.ofGbps(gbps),
            new Length(metres * 1000),
            9216,
            4096,
            0.5,
            0,
            eightLanes,
            true);
    SonicProfile profile = SonicProfile.of(shipped);
    assertThat(profile.xoffBytes()).isEqualTo(xoff);
    assertThat(profile.xonBytes()).isEqualTo(eightLanes ? 38_912 : 19_456);
    assertThat(profile.sizeBytes()).isEqualTo(profile.xonBytes());
  }

  /** SN4280, Spectrum-3: the simulator's form of the sum, one percent of bytes in small packets. */
  @ParameterizedTest
  @CsvSource({
    "10, 5, 16384", "25, 5, 17408", "40, 5, 19456", "50, 5, 21504",
    "100, 5, 37888", "200, 5, 43008", "400, 5, 73728", "10, 40, 16384",
    "25, 40, 18432", "40, 40, 21504", "50, 40, 23552", "100, 40, 43008",
    "200, 40, 51200", "400, 40, 91136", "10, 300, 19456", "25, 300, 26624",
    "40, 300, 34816", "50, 300, 40960", "100, 300, 75776", "200, 300, 118784",
    "400, 300, 225280",
  })
  void shouldGiveWhatNvidiaShipsForSpectrum3(long gbps, long metres, long xoff) {
    long rate = gbps * 1_000_000_000L;
    long delayPs = Math.round(metres / SonicProfile.METRES_PER_SECOND * 1e12);
    PfcHeadroom headroom =
        PfcHeadroom.of(rate, delayPs, 1024, 9100, 144, 0.01, PfcHeadroom.responsePs(rate));
    assertThat(headroom.bytes()).isEqualTo(xoff);
  }

  @ParameterizedTest
  @CsvSource({"SPECTRUM3, 400, 40, 259", "SPECTRUM4, 400, 40, 277", "SPECTRUM3, 100, 5, 106"})
  void shouldTakeMostWhereAllPacketsAreSmall(SwitchAsic asic, long gbps, long metres, long kib) {
    SonicProfile profile = SonicProfile.of(port(asic, gbps, metres, 9100));
    assertThat(profile.xoffBytes()).isEqualTo(kib * 1024);
    assertThat(profile.worstCase()).isEqualTo(3);
    assertThat(profile.sizeBytes()).isEqualTo(profile.xoffBytes() + 19 * 1024);
  }

  /** The script adds 2 KiB where fewer small packets take it more than that under the worst. */
  @Test
  void shouldCompensateForFewerSmallPackets() {
    Port all = port(SwitchAsic.SPECTRUM3, 400, 40, 9100);
    Port half = with(all, 0.5, false);
    Port shared = with(all, 0.5, true);
    long more = SonicProfile.of(half).xoffBytes() - SonicProfile.of(shared).xoffBytes();
    assertThat(more).isEqualTo(2048);
    assertThat(SonicProfile.of(half).xoffBytes()).isLessThan(SonicProfile.of(all).xoffBytes());
  }

  private static Port with(Port port, double small, boolean shared) {
    return new Port(port.asic(), port.rate(), port.cable(), 9100, 1024, small, 0, false, shared);
  }

  @Test
  void shouldAddTheEighteenKibOfSpectrum6() {
    long plain = SonicProfile.of(port(SwitchAsic.SPECTRUM2, 400, 40, 9100)).xoffBytes();
    long sixth = SonicProfile.of(port(SwitchAsic.SPECTRUM6, 400, 40, 9100)).xoffBytes();
    // cells of 256 B take 4 bytes a byte of small packets, those of 144 B take 3
    assertThat(sixth - 18 * 1024).isBetween(plain * 4 / 3 - 1024, plain * 4 / 3 + 1024);
  }

  @Test
  void shouldRefuseWhatNoPortIs() {
    assertThatThrownBy(() -> port(SwitchAsic.SPECTRUM3, 1, 40, 9100)).hasMessageContaining("Gb/s");
    assertThatThrownBy(() -> port(SwitchAsic.SPECTRUM3, 100, 40, 20)).hasMessageContaining("MTU");
  }
}

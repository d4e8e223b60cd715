package dev.headroom.sim.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LinkTimingTest {

  @ParameterizedTest(name = "{0} b/s, {1} B, {2} packets")
  @CsvSource({
    "54545000000, 1098, 100000000",
    "54545000000, 4178, 1000000",
    "33333333333, 64, 1000000",
    "999999999989, 9216, 1000000",
    "1000000007, 1500, 1000000"
  })
  void shouldEndALongTrainWithinAPicosecondOfTheExactTime(long rateBps, int frame, int packets) {
    LinkTiming wire = new LinkTiming(rateBps, 20, 12, 1);
    long now = 0;
    long carry = 0;
    for (int i = 0; i < packets; i++) {
      long hold = wire.holdPs(frame, carry);
      carry = wire.carry(frame, carry);
      now += hold;
    }
    BigInteger bits = BigInteger.valueOf(packets).multiply(BigInteger.valueOf((frame + 20) * 8L));
    BigInteger exact = bits.multiply(BigInteger.TEN.pow(12)).divide(BigInteger.valueOf(rateBps));
    assertThat(now - exact.longValueExact()).isBetween(-1L, 1L);
  }

  @ParameterizedTest(name = "{0} Gb/s: a byte takes {1} ps")
  @CsvSource({
    "10, 800", "25, 320", "40, 200", "50, 160", "100, 80", "200, 40", "400, 20", "800, 10",
    "1600, 5"
  })
  void shouldBeExactAtTheUsualRates(long gbps, long psPerByte) {
    LinkTiming wire = new LinkTiming(gbps * 1_000_000_000L, 20, 12, 1);
    for (int frame : new int[] {64, 66, 1_098, 4_158, 9_216}) {
      assertThat(wire.holdPs(frame, 0)).isEqualTo((frame + 20) * psPerByte);
      assertThat(wire.carry(frame, 0)).isZero();
    }
    assertThat(wire.gapPs()).isEqualTo(12 * psPerByte);
  }

  @ParameterizedTest(name = "{0} Gb/s, times cut to {1} ps")
  @CsvSource({"1600, 1000", "800, 1000", "100, 1000", "10, 1000", "1600, 1", "400, 300"})
  void shouldSendTheLastBitOfAFrameNoSoonerThanItsFirst(long gbps, long roundingPs) {
    LinkTiming wire = new LinkTiming(gbps * 1_000_000_000L, 20, 12, roundingPs);
    for (int frame : new int[] {1, 64, 84, 775, 4_158}) {
      assertThat(wire.holdPs(frame, 0) - wire.gapPs()).isNotNegative();
    }
  }

  @ParameterizedTest(name = "{1} quanta at {0} Gb/s: {2} ps")
  @CsvSource({
    "100, 65535, 335539200",
    "400, 65535, 83884800",
    "800, 65535, 41942400",
    "10, 65535, 3355392000",
    "100, 1, 5120",
    "25, 80, 1638400"
  })
  void shouldTake512BitTimesAQuantum(long gbps, long quanta, long ps) {
    assertThat(new LinkTiming(gbps * 1_000_000_000L, 20, 12, 1).quantaPs(quanta)).isEqualTo(ps);
  }

  @ParameterizedTest(name = "{0} b/s in whole nanoseconds")
  @CsvSource({"25000000000, 1048, 335000", "400000000000, 1048, 20000"})
  void shouldCutTimesWhereAnotherSimulatorDoes(long rateBps, int frame, long ps) {
    LinkTiming wire = new LinkTiming(rateBps, 0, 0, 1_000);
    assertThat(wire.holdPs(frame, 0)).isEqualTo(ps);
    assertThat(wire.carry(frame, 0)).isZero();
  }

  @ParameterizedTest(name = "{0} B at {1} b/s")
  @CsvSource({
    "775, 100000000000, 61",
    "1056, 100000000, 84480",
    "1056, 400000000000, 21",
    "1048, 50000000000, 167",
    "125000000, 1000000000, 1000000000",
    "187500000, 1000000000, 1500000000",
    "0, 100000000000, 0"
  })
  void shouldCutABinaryFractionOfASecondToNanosecondsAsNs3Does(long bytes, long bps, long ns) {
    assertThat(LinkTiming.roundedPs(bytes, bps, 1_000)).isEqualTo(ns * 1_000);
  }
}

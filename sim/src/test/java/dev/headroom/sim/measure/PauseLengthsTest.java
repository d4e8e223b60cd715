package dev.headroom.sim.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class PauseLengthsTest {
  @Test
  void shouldBeAtMostASixteenthTooLongAndNeverTooShort() {
    SplittableRandom random = new SplittableRandom(3);
    PauseLengths lengths = new PauseLengths();
    long[] all = new long[1_001];
    for (int i = 0; i < all.length; i++) {
      all[i] = random.nextLong(1L << random.nextInt(1, 50));
      lengths.add(all[i]);
    }
    Arrays.sort(all);
    for (double share : new double[] {0.001, 0.25, 0.5, 0.95, 0.99, 1}) {
      long exact = all[(int) Math.ceil(share * all.length) - 1];
      assertThat(lengths.quantilePs(share)).isBetween(exact, exact + exact / 16);
    }
    assertThat(lengths.longestPs()).isEqualTo(all[all.length - 1]);
    assertThat(lengths.overLimit())
        .isEqualTo(Arrays.stream(all).filter(ps -> ps > 2_500_000).count());
  }

  @Test
  void shouldHoldAnyLengthAndNone() {
    PauseLengths lengths = new PauseLengths();
    assertThat(lengths.quantilePs(0.5)).isZero();
    lengths.add(0);
    assertThat(lengths.quantilePs(0.5)).isZero();
    lengths.add(Long.MAX_VALUE / 2);
    assertThat(lengths.quantilePs(1)).isEqualTo(Long.MAX_VALUE / 2);
  }

  @Test
  void shouldBeASum() {
    PauseLengths one = new PauseLengths();
    PauseLengths other = new PauseLengths();
    PauseLengths both = new PauseLengths();
    for (int i = 0; i < 100; i++) {
      (i % 3 == 0 ? one : other).add(i * 77_777L);
      both.add(i * 77_777L);
    }
    one.add(other);
    assertThat(one.count()).isEqualTo(both.count());
    assertThat(one.overLimit()).isEqualTo(both.overLimit());
    assertThat(one.longestPs()).isEqualTo(both.longestPs());
    for (double share : new double[] {0.01, 0.5, 0.99}) {
      assertThat(one.quantilePs(share)).isEqualTo(both.quantilePs(share));
    }
  }
}

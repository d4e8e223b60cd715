package dev.headroom.model.wear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Codewords that Reed-Solomon codes put right, or do not. */
final class ReedSolomonTest {
  private static final ReedSolomon CODE = ReedSolomon.KP4;

  @ParameterizedTest
  @ValueSource(doubles = {1e-8, 1e-5, 2.4e-4, 1e-3, 3e-3, 0.1, 0.15, 0.2, 0.375})
  void shouldSumTheBinomialDistributionExactly(double bitError) {
    assertThat(CODE.uncorrectable(bitError) / exactly(bitError)).isCloseTo(1, within(1e-9));
  }

  /** The same sum in numbers of fifty digits. */
  private static double exactly(double bitError) {
    MathContext digits = new MathContext(50);
    BigDecimal right = BigDecimal.ONE.subtract(new BigDecimal(bitError)).pow(CODE.bits(), digits);
    BigDecimal wrong = BigDecimal.ONE.subtract(right);
    BigDecimal sum = BigDecimal.ZERO;
    BigInteger ways = BigInteger.ONE;
    for (int i = 0; i <= CODE.n(); i++) {
      if (i > CODE.corrects()) {
        sum =
            sum.add(
                new BigDecimal(ways)
                    .multiply(wrong.pow(i, digits), digits)
                    .multiply(right.pow(CODE.n() - i, digits), digits));
      }
      ways = ways.multiply(BigInteger.valueOf(CODE.n() - i)).divide(BigInteger.valueOf(i + 1));
    }
    return sum.doubleValue();
  }

  /**
   * The mean of a binomial is n s, and what lies in its tail is n s times that of n - 1 from t on.
   */
  @ParameterizedTest
  @ValueSource(doubles = {1e-4, 1e-3, 3e-3, 0.1, 0.15, 0.2, 0.375})
  void shouldCountWrongSymbolsOfCodewordsBeyondRepair(double bitError) {
    ReedSolomon shorter = new ReedSolomon(CODE.n() - 1, CODE.k() + 1, CODE.bits()); // puts 14 right
    double mean = CODE.n() * CODE.symbolError(bitError);
    assertThat(CODE.lostSymbols(bitError) / (mean * shorter.uncorrectable(bitError)))
        .isCloseTo(1, within(1e-9));
  }

  @Test
  void shouldPutRightWhatIsNotLost() {
    double codewords = 1e9;
    FecErrorCounts few = FecErrorCounts.NONE.and(CODE, codewords, 1e-5);
    assertThat(few.correctedBits()).isCloseTo(few.wrongBits(), within(1e-6 * few.wrongBits()));
    assertThat(few.wrongBits()).isCloseTo(1e9 * 5440 * 1e-5, within(1.0));
    FecErrorCounts many = FecErrorCounts.NONE.and(CODE, codewords, 0.1);
    assertThat(many.correctedBits()).as("all is beyond repair").isLessThan(1e-9 * many.wrongBits());
    double symbols = codewords * CODE.n() * CODE.symbolError(0.1);
    assertThat(many.lostSymbols()).isCloseTo(symbols, within(1e-9 * symbols));
  }

  @Test
  void shouldAgreeWithCodewordsDrawnBitByBit() {
    SplittableRandom random = new SplittableRandom(1);
    double bitError = 2.5e-3;
    int codewords = 20_000;
    int beyond = 0;
    int corrected = 0;
    for (int i = 0; i < codewords; i++) {
      int wrong = 0;
      for (int symbol = 0; symbol < CODE.n(); symbol++) {
        boolean bad = false;
        for (int bit = 0; bit < CODE.bits(); bit++) {
          bad |= random.nextDouble() < bitError;
        }
        wrong += bad ? 1 : 0;
      }
      beyond += wrong > 15 ? 1 : 0;
      corrected += wrong > 0 && wrong <= 15 ? 1 : 0;
    }
    double expected = codewords * CODE.uncorrectable(bitError);
    assertThat(beyond).isCloseTo((int) expected, within((int) (4 * Math.sqrt(expected))));
    assertThat(corrected)
        .isCloseTo(
            (int) (codewords * CODE.corrected(bitError)), within((int) (4 * Math.sqrt(expected))));
  }

  /** IEEE 802.3's own use of it: one bit in 4,167 wrong, and of a trillion codewords one lost. */
  @Test
  void shouldLoseOneCodewordInATrillionWhereLinksAreSpecified() {
    assertThat(CODE.uncorrectable(2.4e-4)).isBetween(0.5e-12, 2e-12);
  }

  @Test
  void shouldSend78MillionCodewordsASecondAt400G() {
    assertThat(CODE.perSecond(400e9)).isEqualTo(425e9 / 5440, within(1e-3));
  }

  @Test
  void shouldLoseFramesAsOftenAsTheCodewordsTheyLieIn() {
    double perBit = CODE.residual(1e-3);
    double frame = -Math.expm1(8 * 4178 * Math.log1p(-perBit));
    double codewords = 8 * 4178 * 257.0 / 256 / 5140;
    assertThat(frame).isCloseTo(codewords * CODE.uncorrectable(1e-3), within(1e-3 * frame));
  }
}

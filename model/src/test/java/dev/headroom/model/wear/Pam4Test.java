package dev.headroom.model.wear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Signals of four levels in noise. */
final class Pam4Test {
  /** Values of the tables in Abramowitz and Stegun, and of any numerical library. */
  @ParameterizedTest
  @CsvSource({
    "0, 1",
    "0.5, 0.4795001221869535",
    "1, 0.15729920705028513",
    "1.99, 0.004888586800383003",
    "2, 0.004677734981047266",
    "3, 2.209049699858544e-5",
    "5, 1.5374597944280349e-12"
  })
  void shouldKnowTheErrorFunction(double x, double erfc) {
    assertThat(Pam4.erfc(x) / erfc).isCloseTo(1, within(1e-8));
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-15, 1e-8, 2.4e-4, 0.1})
  void shouldTurnBitErrorsIntoQualityAndBack(double bitErrors) {
    assertThat(Pam4.bitErrors(Pam4.quality(bitErrors)) / bitErrors).isCloseTo(1, within(1e-9));
  }

  /** Levels −3, −1, 1, 3 in units of half their distance, Gray-coded 00, 01, 11, 10. */
  @Test
  void shouldAgreeWithSymbolsSentThroughNoise() {
    double q = 1.8;
    int[] gray = {0b00, 0b01, 0b11, 0b10};
    SplittableRandom random = new SplittableRandom(7);
    Random noise = new Random(8);
    int symbols = 1_000_000;
    long wrong = 0;
    for (int i = 0; i < symbols; i++) {
      int sent = random.nextInt(4);
      double heard = 2 * sent - 3 + noise.nextGaussian() / q;
      int taken = (int) Math.max(0, Math.min(3, Math.floor((heard + 4) / 2)));
      wrong += Integer.bitCount(gray[sent] ^ gray[taken]);
    }
    double expected = 2.0 * symbols * Pam4.bitErrors(q);
    assertThat((double) wrong).isCloseTo(expected, within(5 * Math.sqrt(expected)));
  }
}

package dev.headroom.sim.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ring of bits against a set of bits without end. */
final class ReceiveBitmapTest {
  @ParameterizedTest(name = "up to {0} packets ahead")
  @ValueSource(ints = {1, 5, 63, 64, 65, 190, 200, 3_000})
  void shouldAgreeWithASetWithoutEnd(int ahead) {
    ReceiveBitmap ring = new ReceiveBitmap();
    BitSet all = new BitSet();
    SplittableRandom random = new SplittableRandom(ahead);
    for (int step = 0; step < 20_000; step++) {
      int expected = all.nextClearBit(0);
      int sequence = expected + (random.nextInt(4) == 0 ? 0 : random.nextInt(ahead));
      assertThat(ring.has(sequence)).isEqualTo(all.get(sequence));
      if (!all.get(sequence)) {
        ring.add(sequence);
        all.set(sequence);
      }
      expected = all.nextClearBit(0);
      assertThat(ring.expected()).isEqualTo(expected);
      int base = expected + 1 + random.nextInt(ahead);
      assertThat(ring.bitmap(base)).isEqualTo(bitmap(all, base));
    }
  }

  private static long bitmap(BitSet all, int base) {
    long bits = 0;
    for (int i = 0; i < 64; i++) {
      bits |= all.get(base + i) ? 1L << i : 0;
    }
    return bits;
  }

  @Test
  void shouldShowNothingOfWhatIsBehind() {
    ReceiveBitmap ring = new ReceiveBitmap();
    for (int i = 0; i < 1_000; i++) {
      ring.add(i);
    }
    assertThat(ring.bitmap(990)).isZero();
    assertThat(ring.has(999)).isTrue();
    assertThat(ring.has(1_000)).isFalse();
  }
}

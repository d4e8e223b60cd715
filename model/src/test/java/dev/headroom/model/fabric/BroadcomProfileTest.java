package dev.headroom.model.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.fabric.BroadcomProfile.Chip;
import dev.headroom.unit.Length;
import dev.headroom.unit.Rate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class BroadcomProfileTest {
  private static BroadcomProfile at(Chip chip, long gbps, long metres) {
    return BroadcomProfile.of(chip, Rate.ofGbps(gbps), new Length(metres * 1000));
  }

  /** A slip in a table would hardly leave whole cells, nor more for longer cables and more rate. */
  @ParameterizedTest
  @EnumSource(Chip.class)
  void shouldGrowWithRateAndCableInWholeCells(Chip chip) {
    long before = 0;
    for (long metres : new long[] {5, 40, 300}) {
      BroadcomProfile slow = at(chip, 100, metres);
      BroadcomProfile fast = at(chip, 400, metres);
      assertThat(slow.xoffBytes()).isGreaterThan(before).isLessThan(fast.xoffBytes());
      assertThat(slow.xoffBytes() % chip.cellBytes()).isZero();
      assertThat(fast.xoffBytes() % chip.cellBytes()).isZero();
      assertThat(fast.sizeBytes() % chip.cellBytes()).isZero();
      before = slow.xoffBytes();
    }
    // What is on 295 m of cable both ways is in it at least.
    double more = 2 * 295 * 400e9 / SonicProfile.METRES_PER_SECOND / 8;
    assertThat(at(chip, 400, 300).xoffBytes() - at(chip, 400, 5).xoffBytes())
        .isGreaterThan((long) more);
  }
}

package dev.headroom.sim.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class EcnMarkingCurveTest {
  private static final int DRAWS = 100_000;

  private static double share(EcnMarkingCurve marking, long queued) {
    PortRandom draws = new PortRandom(42);
    int marked = 0;
    for (int draw = 0; draw < DRAWS; draw++) {
      marked += queued > marking.kmin() && draws.marks(marking, queued) ? 1 : 0;
    }
    return (double) marked / DRAWS;
  }

  @Test
  void shouldRiseFromNothingAtKminToPmaxAtKmaxAndJumpToCertaintyThere() {
    EcnMarkingCurve marking = new EcnMarkingCurve(100_000, 400_000, 0.2);
    assertThat(share(marking, 100_000)).isZero();
    assertThat(share(marking, 250_000)).isCloseTo(0.1, within(0.005));
    assertThat(share(marking, 400_000)).isCloseTo(0.2, within(0.005));
    assertThat(share(marking, 400_001)).isEqualTo(1);
  }

  @Test
  void shouldBeAStepWhereTheThresholdsAreEqual() {
    EcnMarkingCurve marking = new EcnMarkingCurve(65_000, 65_000, 0.2);
    assertThat(share(marking, 65_000)).isZero();
    assertThat(share(marking, 65_001)).isEqualTo(1);
  }
}

package dev.headroom.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.congestion.roce.DcqcnPaper;
import dev.headroom.congestion.roce.DcqcnParameters;
import dev.headroom.congestion.roce.DcqcnVendor;
import dev.headroom.congestion.roce.HpDcqcn;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A flow that sends nothing for a long time is where it would be had it been asked all along. */
final class IdleTest {
  private static final long US = 1_000_000L;
  private static final long SECOND = 1_000_000 * US;
  private static final long DAY = 86_400 * SECOND;
  private static final long LINE = 100_000_000_000L;
  private static final int PACKET = 4_096;

  /** Two controllers in the same state: one is asked often, one not. */
  record Twins(String name, Controller often, Controller seldom) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static DcqcnParameters parameters(double g, long byteCounter) {
    return new DcqcnParameters(
        g,
        1,
        US,
        4 * US,
        300 * US,
        byteCounter,
        5,
        5_000_000L,
        50_000_000L,
        1_000_000L,
        false,
        true,
        0.5,
        1,
        0);
  }

  static Stream<Twins> twins() {
    Path path = new Path(LINE, 10 * US, PACKET);
    return Stream.of(
        new Twins("vendor", vendor(1.0 / 256, 0), vendor(1.0 / 256, 0)),
        new Twins("vendor, bytes counted", vendor(1.0 / 16, 65_536), vendor(1.0 / 16, 65_536)),
        new Twins("paper", paper(0), paper(0)),
        new Twins("paper, bytes counted", paper(65_536), paper(65_536)),
        new Twins(
            "HP-DCQCN",
            new HpDcqcn(HpDcqcn.Settings.defaults(), path),
            new HpDcqcn(HpDcqcn.Settings.defaults(), path)));
  }

  private static Controller vendor(double g, long byteCounter) {
    return new DcqcnVendor(parameters(g, byteCounter), LINE);
  }

  private static Controller paper(long byteCounter) {
    return new DcqcnPaper(parameters(1.0 / 256, byteCounter), LINE);
  }

  @ParameterizedTest
  @MethodSource("twins")
  void shouldComeToTheSameAtOnce(Twins twins) {
    congest(twins, 0);
    long idleTo = 3 * SECOND + 12_345_678;
    for (long at = US; at < idleTo; at += 137 * US) {
      twins.often.rateBps(at);
    }
    compareFrom(twins, idleTo);
  }

  /** It would take hours tick by tick. */
  @ParameterizedTest
  @MethodSource("twins")
  void shouldNotTakeADayToPassADay(Twins twins) {
    congest(twins, 0);
    assertThat(twins.seldom.rateBps(DAY)).isBetween(LINE - 1, LINE);
    congest(twins, DAY);
    assertThat(twins.seldom.rateBps(DAY + 60 * US)).isLessThan(LINE - 1);
  }

  private static void congest(Twins twins, long fromPs) {
    for (Controller each : new Controller[] {twins.often, twins.seldom}) {
      each.sent(fromPs, PACKET);
      for (int i = 1; i <= 20; i++) {
        each.congested(fromPs + i * 5L * US);
        each.sent(fromPs + i * 5L * US, PACKET);
      }
    }
  }

  private static void compareFrom(Twins twins, long fromPs) {
    for (int i = 0; i < 2_000; i++) {
      long at = fromPs + i * US;
      assertThat(twins.seldom.rateBps(at)).as("at %d us", i).isEqualTo(twins.often.rateBps(at));
      twins.often.sent(at, PACKET);
      twins.seldom.sent(at, PACKET);
      if (i % 50 == 7 && i < 500) {
        twins.often.congested(at);
        twins.seldom.congested(at);
      }
    }
  }
}

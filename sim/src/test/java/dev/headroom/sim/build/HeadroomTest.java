package dev.headroom.sim.build;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.PfcHeadroom;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.sim.Lab;
import dev.headroom.sim.fabric.Pump;
import dev.headroom.sim.fabric.PumpLab;
import dev.headroom.sim.measure.DropCause;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How much buffer an ingress needs after XOFF, found by bisection, against arithmetic.
 *
 * <p>The worst case: the egress stands still; a frame goes over the threshold just after a frame of
 * full size started in the other direction, so that the pause has to wait for it. From the header
 * of the frame over the threshold to the last one sent,
 *
 * <pre>
 *   W = frame in the other direction + pause frame + 2 * delay + response
 * </pre>
 *
 * pass, in which frames start every h = (frame + 20 B) / rate. The one over the threshold and the
 * others that start within W, one every h, are ceil(W / h) frames, each of whole cells. That is
 * what the rule of thumb "2 * delay + response + two frames" comes to when bytes are counted in
 * whole frames and cells, with 72 B for the pause frame itself.
 */
final class HeadroomTest {
  private static final int CELL = 192;
  private static final int PRIORITY = 3;
  private static final long START_PS = 100 * Lab.US;

  static Stream<Arguments> links() {
    List<Arguments> links = new ArrayList<>();
    for (long gbps : new long[] {25, 100, 200, 400, 800}) {
      for (int metres : new int[] {5, 40, 300, 2_000}) {
        for (int mtu : new int[] {1_500, 9_216}) {
          for (int frame : new int[] {64, mtu}) {
            links.add(Arguments.of(gbps, metres, mtu, frame));
          }
        }
      }
    }
    return links.stream();
  }

  @ParameterizedTest(name = "{0} Gb/s, {1} m, MTU {2}, {3} B frames")
  @MethodSource("links")
  void shouldNeedWhatArithmeticSaysAndNotACellLess(long gbps, int metres, int mtu, int frame) {
    long rateBps = gbps * 1_000_000_000L;
    long delayPs = Link.delayPs(metres);
    long responsePs = PfcHeadroom.responsePs(rateBps);
    long psPerByte = 8_000_000_000_000L / rateBps;
    long windowPs = (mtu + 20 + 72) * psPerByte + 2 * delayPs + responsePs;
    long holdPs = (frame + 20) * psPerByte;
    long cells = (windowPs - 1 + holdPs - 1) / holdPs * ((frame + CELL - 1) / CELL);

    long sonic = PfcHeadroom.of(rateBps, delayPs, mtu, mtu, CELL, 1, responsePs).bytes() / CELL;
    long least = bisect(gbps, delayPs, mtu, frame, sonic);
    assertThat(least).isEqualTo(cells);
    assertThat(least).isLessThanOrEqualTo(sonic);
    assertThat(drops(gbps, delayPs, mtu, frame, least)).isZero();
    assertThat(drops(gbps, delayPs, mtu, frame, least - 1)).isPositive();
  }

  private static long bisect(long gbps, long delayPs, int mtu, int frame, long enough) {
    long low = 0; // drops
    long high = enough; // does not
    assertThat(drops(gbps, delayPs, mtu, frame, enough)).as("with SONiC's size").isZero();
    while (high - low > 1) {
      long middle = (low + high) / 2;
      if (drops(gbps, delayPs, mtu, frame, middle) == 0) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }

  private static long drops(long gbps, long delayPs, int mtu, int frame, long cells) {
    String rate = gbps + "Gbps";
    String delay = delayPs + "ps";
    int charge = (frame + CELL - 1) / CELL * CELL;
    int before = 10;
    Lab fabric =
        Lab.star(3, rate, delay)
            .set(SwitchKnobs.SWITCH_LATENCY, "0ns")
            .set(SwitchKnobs.SWITCH_CELL, CELL + "B")
            .set(SwitchKnobs.SWITCH_BUFFER, "1GiB")
            .set(SwitchKnobs.RESERVED, "0B")
            // The frame after the first ten is the one that goes over.
            .set(PfcKnobs.XOFF, before * charge + 1 + "B")
            .set(PfcKnobs.HEADROOM, cells * CELL + "B")
            .set(PfcKnobs.PAUSE_QUANTA, "0");
    PumpLab lab = new PumpLab(fabric.scenario(), mtu);
    long holdPs = (frame + 20) * 8_000L / gbps;
    long overPs = START_PS + before * holdPs + delayPs;
    lab.pauseTowards(1, PRIORITY);
    lab.send(0, new Pump.Stream(1, PRIORITY, new int[] {frame}, START_PS, 0, Long.MAX_VALUE));
    lab.send(2, new Pump.Stream(0, 0, new int[] {mtu}, overPs - delayPs - 1, 0, 3));
    lab.runTo(START_PS + 50 * Lab.US + 20 * delayPs + 40L * (mtu + 20) * 8_000 / gbps);
    assertThat(lab.port(0).isPaused()).isTrue();
    assertThat(lab.drops()).isEqualTo(lab.drops(DropCause.HEADROOM_FULL));
    return lab.drops();
  }
}

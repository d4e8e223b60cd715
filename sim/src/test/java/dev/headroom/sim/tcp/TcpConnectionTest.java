package dev.headroom.sim.tcp;

import static dev.headroom.sim.tcp.ScriptedLink.MS;
import static dev.headroom.sim.tcp.ScriptedLink.US;
import static dev.headroom.sim.tcp.ScriptedLink.settings;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.Signal;
import dev.headroom.congestion.roce.LineRateController;
import dev.headroom.congestion.tcp.Bbr;
import dev.headroom.congestion.tcp.Reno;
import dev.headroom.congestion.tcp.TcpWindowSettings;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Both ends against each other. Segments of 1,000 bytes take 1 us to send, and 10 us one way. */
final class TcpConnectionTest {
  private static final Path PATH = new Path(8_000_000_000L, 21 * US, 1_000);

  private static Controller reno(int packets) {
    return new Reno(new TcpWindowSettings(packets), PATH);
  }

  private static ScriptedLink link(Controller controller) {
    return new ScriptedLink(settings(), controller, US, 10 * US);
  }

  @Test
  void shouldDeliverAStreamInOrder() {
    ScriptedLink link = link(reno(1_000));
    link.post(7, 100_000);
    link.run(MS);
    assertThat(link.sent).hasSize(100);
    assertThat(link.sent.getLast().atPs()).isEqualTo(99 * US);
    assertThat(link.deliveredAtPs).containsExactly(110 * US);
    assertThat(link.completedAtPs).containsExactly(120 * US);
    assertThat(link.delivered).isEqualTo(100_000);
  }

  /**
   * Segment 2 of 100 is lost, on a way of 200 us. 1 comes at 201 us, 3 to 100 from 203 to 300 us,
   * all complete, and the application gets none of them. The ACK for 5, the third beyond the gap,
   * leaves at 205 us and comes at 405; 2 is sent again at once and there at 606 us. Then it gets
   * all 99.
   */
  @Test
  void shouldHoldNinetyEightSegmentsForTheSecondOfAHundred() {
    ScriptedLink link =
        new ScriptedLink(settings(), new LineRateController(8_000_000_000L), US, 200 * US);
    link.lost.add(2);
    link.post(0, 100_000);
    link.run(606 * US - 1);
    assertThat(link.delivered).as("segment 1").isEqualTo(1_000);
    assertThat(link.receiver.waitedSegments()).isEqualTo(98);
    link.run(606 * US);
    assertThat(link.delivered).isEqualTo(100_000);
    assertThat(link.deliveredAtPs).containsExactly(606 * US);
    link.run(MS);
    assertThat(link.completedAtPs).containsExactly(806 * US);
    assertThat(link.repeats()).containsExactly(new ScriptedLink.Sent(405 * US, 1_000, true));
    // Each waited from its own arrival on: 403 us the first, 306 us the last.
    long waitedUs = LongStream.rangeClosed(3, 100).map(n -> 606 - (200 + n)).sum();
    assertThat(link.receiver.waitedPs()).isEqualTo(waitedUs * US);
  }

  @Test
  void shouldSendOnlyHolesAgain() {
    ScriptedLink link = link(reno(200));
    link.lost.addAll(IntStream.of(5, 9, 10, 40, 60).boxed().toList());
    link.post(0, 100_000);
    link.run(2 * MS);
    assertThat(link.delivered).isEqualTo(100_000);
    assertThat(link.repeats().stream().map(s -> s.sequence() / 1_000))
        .as("by their place in the stream: three had been sent again before the last two left")
        .containsExactly(4L, 8L, 9L, 36L, 56L);
    assertThat(link.sender.timeouts()).isZero();
  }

  /** What duplicate ACKs cannot tell: RACK sees that segments sent after it have passed it. */
  @Test
  void shouldFindARepetitionThatIsLostToo() {
    ScriptedLink link = link(new LineRateController(8_000_000_000L));
    link.lost.add(5);
    link.lost.add(29); // the ACK of 8 is there at 28 us, when 28 transmissions are under way
    link.post(0, 400_000);
    link.run(5 * MS);
    assertThat(link.repeats().stream().map(s -> s.sequence() / 1_000)).containsExactly(4L, 4L);
    assertThat(link.repeats().getLast().atPs() - link.repeats().getFirst().atPs())
        .as("a segment sent after it has been acknowledged")
        .isEqualTo(22 * US);
    assertThat(link.delivered).isEqualTo(400_000);
    assertThat(link.sender.timeouts()).isZero();
  }

  /**
   * The last of ten is lost: nobody will ever acknowledge beyond it. After two round trips and 2 ms
   * a probe repeats it; without probes the timeout does, after 200 ms.
   */
  @Test
  void shouldProbeForALostTail() {
    ScriptedLink link = link(reno(10));
    link.lost.add(10);
    link.post(0, 10_000);
    link.run(500 * MS);
    assertThat(link.sender.timeouts()).isZero();
    assertThat(link.deliveredAtPs.getFirst()).isBetween(200 * MS, 201 * MS);

    ScriptedLink two = link(reno(10));
    two.lost.addAll(Set.of(9, 10));
    two.post(0, 10_000);
    two.run(500 * MS);
    assertThat(two.deliveredAtPs.getFirst()).isBetween(2 * MS, 3 * MS);
    assertThat(two.sender.timeouts()).isZero();

    TcpSettings without = settings(StreamLayout.tcp(1_052), false, false);
    ScriptedLink silent = new ScriptedLink(without, reno(10), US, 10 * US);
    silent.lost.addAll(Set.of(9, 10));
    silent.post(0, 10_000);
    silent.run(500 * MS);
    assertThat(silent.deliveredAtPs.getFirst()).isBetween(200 * MS, 201 * MS);
    assertThat(silent.sender.timeouts()).isEqualTo(1);
  }

  /** Nothing comes through for a while: 1 s, then twice as long each time. */
  @Test
  void shouldBackOffWhileNothingIsHeard() {
    ScriptedLink link = link(reno(1));
    link.lost.addAll(IntStream.rangeClosed(1, 4).boxed().toList());
    link.post(0, 1_000);
    link.run(20_000 * MS);
    assertThat(link.sent)
        .extracting(each -> each.atPs() / MS)
        .containsExactly(0L, 1_000L, 3_000L, 7_000L, 15_000L);
    assertThat(link.sender.timeouts()).isEqualTo(4);
    assertThat(link.delivered).isEqualTo(1_000);
  }

  @Test
  void shouldOpenInOneRoundTrip() {
    TcpSettings opening = settings(StreamLayout.tcp(1_052), true, true);
    ScriptedLink link = new ScriptedLink(opening, reno(10), US, 10 * US);
    link.post(0, 1_000);
    link.run(MS);
    assertThat(link.sent.getFirst().atPs()).isEqualTo(21 * US);
    assertThat(link.deliveredAtPs).containsExactly(32 * US);

    ScriptedLink lossy = new ScriptedLink(opening, reno(10), US, 10 * US);
    lossy.lost.add(1);
    lossy.post(0, 1_000);
    lossy.run(2_000 * MS);
    assertThat(lossy.deliveredAtPs).containsExactly(1_000 * MS + 32 * US);
  }

  @Test
  void shouldOpenIwarpInTwoRoundTrips() {
    TcpSettings opening = settings(StreamLayout.iwarp(1_052, true), true, true);
    ScriptedLink link = new ScriptedLink(opening, reno(10), US, 10 * US);
    link.post(0, 5_000);
    link.run(MS);
    assertThat(link.sent.getFirst().atPs()).isEqualTo(42 * US);
    assertThat(link.delivered).isEqualTo(5_000);
    assertThat(link.sent).as("980 bytes of payload each").hasSize(6);
  }

  /** The first sixteen are acknowledged one by one, then every second. */
  @Test
  void shouldDelayAcks() {
    ScriptedLink link = link(reno(200));
    link.post(0, 100_000);
    link.run(MS);
    assertThat(link.acked).hasSize(16 + (100 - 16) / 2);
  }

  /** A window of one segment, and no more to come: the ACK waits for 40 ms. */
  @Test
  void shouldAcknowledgeALoneSegmentAfterFortyMilliseconds() {
    ScriptedLink link = link(new OneSegment());
    link.post(0, 19_000);
    link.run(1_000 * MS);
    assertThat(link.delivered).isEqualTo(19_000);
    assertThat(link.sent.get(16).atPs() - link.sent.get(15).atPs()).isEqualTo(21 * US);
    assertThat(link.sent.get(17).atPs() - link.sent.get(16).atPs()).isEqualTo(40 * MS + 21 * US);
  }

  private static final class OneSegment extends Controller {
    @Override
    public long rateBps(long nowPs) {
      return Long.MAX_VALUE;
    }

    @Override
    public long windowBytes() {
      return 1_000;
    }

    @Override
    public Set<Signal> watches() {
      return Set.of();
    }
  }

  /** DCTCP: what was unmarked is acknowledged before what is marked (RFC 8257, section 3.2). */
  @Test
  void shouldEchoMarksExactly() {
    ScriptedLink link = link(reno(200));
    link.marked.addAll(IntStream.rangeClosed(28, 30).boxed().toList());
    link.post(0, 60_000);
    link.run(MS);
    long echoed = 0;
    long before = 0;
    for (ScriptedLink.Ack ack : link.acked) {
      echoed += ack.echo() ? ack.upTo() - before : 0;
      before = ack.upTo();
    }
    assertThat(echoed).isEqualTo(3_000);
  }

  /** A segment that comes late, not lost: less than a quarter of a round trip is waited for. */
  @Test
  void shouldWaitForLateSegmentsOnceItHasSeenOne() {
    ScriptedLink link = link(new LineRateController(8_000_000_000L));
    link.late = 20;
    link.laterPs = 2 * US;
    link.post(0, 60_000);
    link.run(MS);
    assertThat(link.delivered).isEqualTo(60_000);
    assertThat(link.repeats()).isEmpty();
  }

  @Test
  void shouldSurviveLostAcks() {
    ScriptedLink link = link(reno(20));
    link.lostAcks.addAll(IntStream.rangeClosed(3, 12).boxed().toList());
    link.lost.addAll(IntStream.of(4, 17).boxed().toList());
    link.post(0, 100_000);
    link.run(1_000 * MS);
    assertThat(link.delivered).isEqualTo(100_000);
    assertThat(link.completedAtPs).hasSize(1);
  }

  @Test
  void shouldDeliverFlowsInTheOrderOfTheStream() {
    ScriptedLink link = link(reno(100));
    link.lost.add(2);
    link.post(4, 3_000);
    link.post(5, 0);
    link.post(6, 2_500);
    link.run(MS);
    assertThat(link.deliveredFlows).containsExactly(4, 5, 6);
    assertThat(link.completedAtPs).hasSize(3);
    assertThat(link.delivered).isEqualTo(5_500);
  }

  /** BBR learns the rate of the link from what is acknowledged. */
  @Test
  void shouldMeasureTheDeliveryRate() {
    Bbr bbr = new Bbr(Bbr.Settings.defaults(), PATH, 0);
    ScriptedLink link = link(bbr);
    link.post(0, 10_000_000);
    link.run(20 * MS);
    assertThat(bbr.bandwidthBps() / 1e9).isBetween(7.9, 8.1);
    assertThat(link.delivered).isEqualTo(10_000_000);
  }
}

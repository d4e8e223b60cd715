package dev.headroom.congestion.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.OneLink;
import dev.headroom.congestion.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Both forms of DCTCP: alpha and cuts by hand, and the queue's swing that the paper works out. */
final class DctcpTest {
  private static final long US = 1_000_000L;
  private static final Path PATH = new Path(100_000_000_000L, 13 * US, 1_000);

  private final Feedback feedback = new Feedback(0);

  private void ack(Controller flow, long bytes, long marked, long upTo, long sentUpTo) {
    feedback.clear();
    feedback.ackedBytes = bytes;
    feedback.markedBytes = marked;
    feedback.ackedUpTo = upTo;
    feedback.sentUpTo = sentUpTo;
    flow.acknowledged(0, feedback);
  }

  @Test
  void shouldSmoothTheMarkedShareOfEachWindow() {
    Dctcp flow = new Dctcp(Dctcp.Settings.defaults(), PATH);
    ack(flow, 1_000, 0, 1_000, 10_000); // the first window ends beyond 10,000
    ack(flow, 9_000, 0, 10_000, 20_000);
    assertThat(flow.alpha()).isEqualTo(1);
    ack(flow, 1_000, 0, 11_000, 20_000);
    assertThat(flow.alpha()).isEqualTo(15.0 / 16);
    ack(flow, 6_000, 0, 17_000, 24_000);
    ack(flow, 4_000, 4_000, 21_000, 28_000); // 4 of 10
    assertThat(flow.alpha()).isCloseTo(15.0 / 16 * 15 / 16 + 0.4 / 16, within(1e-12));
  }

  @Test
  void shouldCutByHalfOfAlphaOnceAWindow() {
    Dctcp flow = new Dctcp(new Dctcp.Settings(1.0 / 16, 0.5, TcpWindowSettings.defaults()), PATH);
    assertThat(flow.windowBytes()).isEqualTo(10_000);
    ack(flow, 1_000, 1_000, 1_000, 10_000);
    assertThat(flow.windowBytes()).isEqualTo(7_500);
    ack(flow, 1_000, 1_000, 2_000, 11_000);
    ack(flow, 1_000, 0, 3_000, 12_000);
    assertThat(flow.windowBytes()).as("neither cut nor grown in that window").isEqualTo(7_500);
    ack(flow, 1_000, 0, 10_000, 13_000);
    assertThat(flow.windowBytes()).as("a packet a window").isEqualTo(7_633); // 7,500 + 1e6/7,500
    flow.lost(0, feedback);
    assertThat(flow.windowBytes()).as("loss halves").isEqualTo(3_816);
  }

  /** SIGCOMM 2010, section 3.3: Qmax = K + N, amplitude N (W* + 1) alpha/2, alpha = sqrt(2/W*). */
  @ParameterizedTest
  @CsvSource({"1, 40", "2, 40", "1, 65", "2, 65"})
  void shouldLetTheQueueSwingAsThePaperWorksOut(int flows, int k) {
    OneLink link = new OneLink(10, 100, 100, 1500);
    link.markFrom = k * 1500L;
    link.markTo = k * 1500L;
    for (int i = 0; i < flows; i++) {
      link.start(0.3 * i, new Dctcp(Dctcp.Settings.defaults(), link.path));
    }
    link.run(100_000, 200_000);
    double window = (10_000.0 * 100 / 12_000 + k) / flows;
    double alpha = Math.sqrt(2 / window);
    double swing = flows * (window + 1) * alpha / 2;
    assertThat(link.totalGbps()).isCloseTo(10, within(0.01));
    assertThat(link.mostQueue / 1500.0).as("Qmax").isCloseTo(k + flows, within(3.0));
    double seen = (link.mostQueue - link.leastQueue) / 1500.0;
    assertThat(seen).as("amplitude").isCloseTo(swing, within(0.35 * swing));
  }

  @Test
  void shouldAddOnePacketARoundTripToItsRateAndCutOnceInOneOnTheNic() {
    DctcpRdma.Settings settings = DctcpRdma.Settings.defaults(PATH);
    assertThat(settings.aiBps() / 1_000_000).as("run.py's dctcp_ai in Mb/s").isEqualTo(615);
    DctcpRdma flow = new DctcpRdma(settings, PATH);
    ack(flow, 1_000, 1_000, 1_000, 160_000);
    assertThat(flow.rateBps(0)).as("alpha starts at 1").isEqualTo(50_000_000_000L);
    assertThat(flow.windowBytes()).isEqualTo(81_250);
    ack(flow, 1_000, 1_000, 160_000, 161_000);
    assertThat(flow.rateBps(0)).isEqualTo(50_000_000_000L);
    ack(flow, 1_000, 0, 161_000, 240_000); // the round trip of 161 packets ends: 2 were marked
    assertThat(flow.alpha()).isCloseTo(15.0 / 16 + 2.0 / 161 / 16, within(1e-12));
    assertThat(flow.rateBps(0)).isEqualTo(50_000_000_000L + settings.aiBps());
    ack(flow, 1_000, 0, 200_000, 241_000);
    assertThat(flow.rateBps(0)).isEqualTo(50_000_000_000L + settings.aiBps());
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 8, 64})
  void shouldShareALinkOnTheNicWithTheQueueAtTheThreshold(int flows) {
    OneLink link = new OneLink(100, 13, 1000);
    link.markFrom = 300_000; // 30 KB at 10 Gb/s, as in the HPCC paper
    link.markTo = 300_000;
    for (int i = 0; i < flows; i++) {
      link.start(0.3 * i, new DctcpRdma(DctcpRdma.Settings.defaults(link.path), link.path));
    }
    link.run(5_000, 15_000);
    assertThat(link.totalGbps()).isGreaterThan(99.5);
    assertThat(link.fairness()).isGreaterThan(0.99);
    assertThat(link.mostQueue).isLessThan(345_000);
  }
}

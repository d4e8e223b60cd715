package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.FalconKnobs;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.ValueType;
import dev.headroom.model.scenario.Presets;
import dev.headroom.sim.measure.FlowResult;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** READ over Falcon: a pull request for each packet of data, in a window of their own. */
final class FalconPullTest {
  private static Lab reading(Lab lab) {
    return lab.set(Presets.named("falcon").orElseThrow().settings())
        .set(TransportKnobs.OPERATION, "read");
  }

  /** Host 0 has the data, host 1 reads it over two links and a switch of 300 ns. */
  private static Lab pair(String rate, String delay) {
    return reading(Lab.chain(List.of(rate, rate), delay)).set(CongestionKnobs.ALGORITHM, "none");
  }

  @Test
  void shouldAskForEachPacket() {
    Lab.Outcome outcome = pair("100Gbps", "500ns").flow(0, 1, 1_000_000, 0).run();
    assertThat(outcome.run().counts().readRequests()).isEqualTo(245); // of 4,096 B
    assertThat(outcome.run().counts().dataPackets()).isEqualTo(245);
    assertThat(outcome.run().counts().payloadDelivered()).isEqualTo(1_000_000);
    // Requests of 172 B, and ACKs of data, one way; data of 4,242 B, and ACKs of requests, the
    // other.
    assertThat(Arrays.stream(outcome.port(1, 0).bytes()).sum())
        .isBetween(245 * 172L, 245 * (172L + 130));
    assertThat(Arrays.stream(outcome.port(0, 0).bytes()).sum())
        .isBetween(245 * 146L + 1_000_000, 245 * (146L + 130) + 1_000_000);
  }

  /** ACKs of requests go between the data; else it takes what a stream of requests takes. */
  @ParameterizedTest(name = "{0} bytes at {1}")
  @CsvSource({"4097, 100Gbps", "1000000, 100Gbps", "33554432, 400Gbps", "100000001, 25Gbps"})
  void shouldTakeHardlyLongerThanItsRequestsAndData(long bytes, String rate) {
    FlowResult flow = pair(rate, "500ns").flow(0, 1, bytes, 0).run().flow(0);
    assertThat(flow.slowdown()).isBetween(1.0, 1.04);
  }

  /** With one under way each packet takes a round trip: 2 (1,300 + 172 B) + data, cut through. */
  @Test
  void shouldHaveNoMorePullsUnderWayThanThereIsRoomFor() {
    Lab lab = pair("100Gbps", "500ns").flow(0, 1, 40_960, 0);
    double roundTripNs = 2 * 1_300 + (172 + 20 + 130 + 20 + 4_242 + 20) * 0.08;
    FlowResult one = lab.set(FalconKnobs.PULLS, "1").run().flow(0);
    assertThat(one.fctPs() / 1e3).isCloseTo(10 * roundTripNs, Percentage.withPercentage(2));
    FlowResult five = lab.set(FalconKnobs.PULLS, "5").run().flow(0);
    assertThat(five.fctPs() / 1e3).isLessThan(3.2 * roundTripNs);
  }

  /** Data says what has come of requests, so that those nobody asks an ACK for need none. */
  @Test
  void shouldSayWithItsDataWhichRequestsHaveCome() {
    Lab lab =
        pair("100Gbps", "500ns")
            .set(FalconKnobs.ACK_WINDOW, "0")
            .set(FalconKnobs.ACK_SHARE, "0.01")
            .set(FalconKnobs.ACK_DELAY, "1ms")
            .flow(0, 1, 409_600, 0);
    Lab.Outcome outcome = lab.run();
    // One ACK of a hundred requests, for the last; of its data every packet that is the last there
    // is asks for one, and requests say the rest.
    assertThat(outcome.run().counts().retransmissions()).isZero();
    long fromSource = Arrays.stream(outcome.port(0, 0).bytes()).sum();
    assertThat((double) (fromSource - 409_600 - 100 * 146))
        .as("one ACK of requests")
        .isCloseTo(130, within(1e-9));
  }

  /** Of 50 packets lost one way or the other none is lost for good, and each comes once. */
  @ParameterizedTest(name = "{0}, loss {1}")
  @CsvSource({"eack, 0.02", "eack, 0.1", "rack-tlp, 0.02", "rack-tlp, 0.1"})
  void shouldAskAndSendAgainWhatIsLost(String recovery, double loss) {
    Lab lab = new Lab();
    int a = lab.host();
    int b = lab.host();
    int hub = lab.device();
    lab.lossyLink(a, hub, "100Gbps", "1us", loss).lossyLink(b, hub, "100Gbps", "1us", loss);
    reading(lab).set(FalconKnobs.RECOVERY, recovery).set(RunKnobs.STOP, "100s");
    lab.flow(a, b, 2_000_000, 0).flow(b, a, 2_000_000, 0);
    Lab.Outcome outcome = lab.run();
    assertThat(outcome.run().counts().finished()).isEqualTo(2);
    assertThat(outcome.run().counts().payloadDelivered()).isEqualTo(4_000_000);
    assertThat(outcome.run().counts().readRequests()).isGreaterThan(2 * 489);
    assertThat(outcome.run().counts().retransmissions()).isPositive();
    assertThat(outcome.run().imbalances()).isEmpty();
  }

  /** What is read must not wait behind what the reader's NIC could begin (9.1.2). */
  @Test
  void shouldHoldBackRequestsByTheWindowOfTheOtherNicAndNotData() {
    Lab lab =
        reading(Lab.chain(List.of("100Gbps", "100Gbps"), "500ns"))
            .set(Knobs.named("congestion.falcon.nicWindow", ValueType.WHOLE), "1")
            .flow(0, 1, 400_000, 0);
    double pushedNs = lab.set(TransportKnobs.OPERATION, "write").run().flow(0).fctPs() / 1e3;
    Lab.Outcome read = lab.set(TransportKnobs.OPERATION, "read").run();
    double roundTripNs = 2 * 1_300 + (172 + 130) * 0.08;
    double pushNs = 2 * 1_300 + (4_248 + 130) * 0.08;
    assertThat(pushedNs).as("a packet a round trip").isGreaterThan(97 * pushNs);
    assertThat(read.flow(0).fctPs() / 1e3)
        .as("a request a round trip, its data beside the next")
        .isBetween(97 * roundTripNs, 97 * pushNs);
  }
}

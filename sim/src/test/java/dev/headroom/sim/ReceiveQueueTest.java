package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.sim.measure.FlowResult;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SENDs that find no receive request, by arithmetic. */
final class ReceiveQueueTest {
  private static final double NS_PER_BYTE = 0.08; // at 100 Gb/s

  private static Lab pair() {
    return Lab.chain(List.of("100Gbps", "100Gbps"), "500ns")
        .set(CongestionKnobs.ALGORITHM, "none")
        .set(SwitchKnobs.SWITCH_LATENCY, "250ns")
        .set(TransportKnobs.OPERATION, "send")
        .set(TransportKnobs.MESSAGE_SIZE, "4KiB");
  }

  @Test
  void shouldNeverBeRefusedWhereEnoughIsPosted() {
    FlowResult free = pair().flow(0, 1, 4_096_000, 0).run().flow(0);
    // 4,178 B at 100 Gb/s are 334 ns a message: three are posted again within 1 us.
    Lab.Outcome enough =
        pair().set(TransportKnobs.RECEIVE_QUEUE, "3").flow(0, 1, 4_096_000, 0).run();
    Lab.Outcome few = pair().set(TransportKnobs.RECEIVE_QUEUE, "2").flow(0, 1, 4_096_000, 0).run();
    assertThat(enough.run().counts().rnrNaks()).isZero();
    assertThat(enough.flow(0).fctPs()).isEqualTo(free.fctPs());
    assertThat(few.run().counts().rnrNaks()).isPositive();
  }

  /** One receive request, posted again at once: of 16 messages on their way one is accepted. */
  @Test
  void shouldWaitTheTimerAndGoBackToTheMessageThatWasRefused() {
    Lab.Outcome outcome =
        pair()
            .set(TransportKnobs.RECEIVE_QUEUE, "1")
            .set(TransportKnobs.RECEIVE_REPOST, "5us")
            .set(TransportKnobs.RNR_TIMER, "1") // 10 us
            .flow(0, 1, 2 * 4_096, 0)
            .run();
    FlowResult flow = outcome.flow(0);
    // The second message is refused when its tail is in, a frame after the first; then back,
    // wait, out and back again.
    double frame = 4_158 * NS_PER_BYTE;
    double oneWay = 2 * 500 + 250 + 8 * NS_PER_BYTE;
    double ack = 66 * NS_PER_BYTE;
    double refused = 20 * NS_PER_BYTE + 2 * frame + oneWay;
    double expected = refused + ack + oneWay + 10_000 + frame + oneWay + ack + oneWay;
    assertThat(flow.fctPs() / 1e3).isCloseTo(expected, within(0.001));
    assertThat(outcome.run().counts().rnrNaks()).isEqualTo(1);
    assertThat(outcome.run().counts().ackPackets()).isEqualTo(3);
    assertThat(flow.retransmissions()).isEqualTo(1);
    assertThat(flow.slowdown()).as("alone, with a receive request always there").isGreaterThan(3);
  }

  @Test
  void shouldRefuseAMessageAsLongAsItsReceiveRequestIsInUse() {
    // The first message is long; the second comes right behind it.
    Lab.Outcome outcome =
        pair()
            .set(TransportKnobs.MESSAGE_SIZE, "64KiB")
            .set(TransportKnobs.RECEIVE_QUEUE, "1")
            .set(TransportKnobs.RECEIVE_REPOST, "0ns")
            .flow(0, 1, 2 << 16, 0)
            .run();
    assertThat(outcome.run().counts().rnrNaks()).as("posted again with the last packet").isZero();
    assertThat(outcome.flow(0).slowdown()).isEqualTo(1);
  }

  @ParameterizedTest(name = "code {0}, {1} retries: {2} us each")
  @CsvSource({"1, 0, 10", "5, 3, 60", "12, 6, 640", "31, 1, 491520"})
  void shouldGiveUpAfterTheRetriesAndSayWhy(int code, int retries, long timerUs) {
    Lab.Outcome outcome =
        pair()
            .set(TransportKnobs.RECEIVE_QUEUE, "0")
            .set(TransportKnobs.RNR_TIMER, Integer.toString(code))
            .set(TransportKnobs.RNR_RETRY, Integer.toString(retries))
            .flow(0, 1, 4_096, 0)
            .flow(0, 1, 4_096, 0)
            .onOneQueuePair()
            .run();
    FlowResult flow = outcome.flow(0);
    assertThat(flow.finished()).isFalse();
    assertThat(flow.failure())
        .isEqualTo("RNR retry counter exceeded: %d RNR NAKs in a row".formatted(retries + 1));
    assertThat(outcome.flow(1).failure()).as("the queue pair is in error").contains("RNR");
    assertThat(outcome.run().counts().rnrNaks()).isEqualTo(retries + 1);
    assertThat(outcome.run().counts().payloadDelivered()).isZero();
    long lastTryPs = retries * timerUs * Lab.US;
    assertThat(outcome.run().endPs())
        .as("nothing can happen any more, but for looking at an ACK timeout of 67 ms")
        .isBetween(lastTryPs, lastTryPs + 68 * Lab.MS);
  }

  @Test
  void shouldTryForEverWithSevenRetries() {
    Lab.Outcome outcome =
        pair()
            .set(TransportKnobs.RECEIVE_QUEUE, "0")
            .set(TransportKnobs.RNR_TIMER, "1")
            .set(RunKnobs.STOP, "10ms")
            .flow(0, 1, 4_096, 0)
            .run();
    assertThat(outcome.flow(0).failure()).contains("not ready");
    // 10 us and a round trip of 2.8 us each.
    assertThat((double) outcome.run().counts().rnrNaks()).isCloseTo(10_000 / 12.84, within(2.0));
  }

  @Test
  void shouldNotAskWritesForReceiveRequests() {
    Lab.Outcome outcome =
        pair()
            .set(TransportKnobs.OPERATION, "write")
            .set(TransportKnobs.RECEIVE_QUEUE, "0")
            .flow(0, 1, 4_096_000, 0)
            .run();
    assertThat(outcome.flow(0).finished()).isTrue();
    assertThat(outcome.run().counts().rnrNaks()).isZero();
  }
}

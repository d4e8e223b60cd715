package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.knob.CompletionKnobs;
import dev.headroom.model.knob.NicKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.sim.measure.FlowResult;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Completion queues that are looked at too seldom, or are too short. */
final class CompletionQueueTest {
  private static final int PAIRS = 4;

  /** Four queue pairs, with eight messages under way on each at most, and a look each 50 us. */
  private static Lab lab(String operation) {
    Lab lab =
        Lab.star(2, "100Gbps", "100ns")
            .set(PcieKnobs.STAGES, "detailed")
            .set(TransportKnobs.OPERATION, operation)
            .set(TransportKnobs.MESSAGE_SIZE, "4KiB")
            .set(TransportKnobs.OUTSTANDING, "8")
            .set(CompletionKnobs.POLL, "50us");
    for (int i = 0; i < PAIRS; i++) {
      lab.flow(0, 1, 64 * 4096, 0);
    }
    return lab;
  }

  private static long failed(Lab.Outcome outcome) {
    return outcome.flows().stream().filter(flow -> !flow.failure().isEmpty()).count();
  }

  /** Eight messages of each pair from one look to the next: 64 take eight looks. */
  @ParameterizedTest
  @ValueSource(strings = {"write", "read"})
  void shouldFillQueuesAgainWhenItLooks(String operation) {
    Lab.Outcome outcome = lab(operation).run();
    double us =
        IntStream.range(0, PAIRS).mapToLong(i -> outcome.flow(i).completedPs()).max().orElseThrow()
            / 1e6;
    assertThat(us).isEqualTo(8 * 50, within(50.0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"write", "read"})
  void shouldOverrunWhereEntriesAreFewerThanRequests(String operation) {
    int requests = 8 * PAIRS;
    assertThat(failed(lab(operation).set(CompletionKnobs.DEPTH, "" + requests).run())).isZero();
    Lab.Outcome outcome = lab(operation).set(CompletionKnobs.DEPTH, "" + (requests - 1)).run();
    assertThat(failed(outcome)).isEqualTo(PAIRS);
    FlowResult first = outcome.flow(0);
    assertThat(first.failure())
        .contains("completion queue overran", "31 entries", "hosts.completions.depth");
    assertThat(first.finished()).isFalse();
  }

  /** A completion for each four requests takes a quarter of the entries. */
  @Test
  void shouldWriteFewerEntriesWithModeration() {
    Lab detailed = lab("write").set(NicKnobs.MODERATION, "4");
    assertThat(failed(detailed.set(CompletionKnobs.DEPTH, "" + 2 * PAIRS).run())).isZero();
    Lab short1 = lab("write").set(NicKnobs.MODERATION, "4");
    assertThat(failed(short1.set(CompletionKnobs.DEPTH, "" + (2 * PAIRS - 1)).run()))
        .isEqualTo(PAIRS);
  }

  /** Who polls all the time takes each entry as it comes. */
  @Test
  void shouldNotOverrunWhereItLooksAllTheTime() {
    Lab lab = lab("write").set(CompletionKnobs.POLL, "0ns").set(CompletionKnobs.DEPTH, "8");
    assertThat(failed(lab.run())).isZero();
  }

  /** A thread that sleeps takes what has come when it is woken, which moderation puts off. */
  @Test
  void shouldOverrunWhileItsThreadSleeps() {
    Lab lab =
        lab("write")
            .set(CompletionKnobs.POLL, "0ns")
            .set(CompletionKnobs.WAIT, "events")
            .set(CompletionKnobs.PERIOD, "100us");
    assertThat(failed(lab.run())).isZero();
    assertThat(failed(lab.set(CompletionKnobs.DEPTH, "4").run())).isEqualTo(PAIRS);
  }

  @Test
  void shouldNotDependOnThreads() {
    Lab lab = lab("write").set(CompletionKnobs.DEPTH, "20");
    String digest = lab.run().run().digest();
    assertThat(lab.run(new RunOptions(2, 3, false)).run().digest()).isEqualTo(digest);
  }
}

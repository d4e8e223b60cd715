package dev.headroom.run.summary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.collective.Collective;
import dev.headroom.sim.measure.GpuWait;
import dev.headroom.sim.measure.JobResult;
import dev.headroom.sim.measure.JobResult.Waiting;
import java.util.List;
import org.junit.jupiter.api.Test;

final class JobWaitTextTest {
  private static final Waiting STOPPED = waiting(11, new GpuWait.Nothing());

  @Test
  void shouldSayWhatIsWaitedFor() {
    assertThat(JobWaitText.waitReason(STOPPED)).isEmpty();
    assertThat(JobWaitText.waitReason(calls(3))).isEqualTo("the data group's reduce-scatter 3");
    assertThat(JobWaitText.waitReason(messages(false, 0)))
        .isEqualTo("a message from GPU 1, GPU 2, in step 5 of 14");
    assertThat(JobWaitText.waitReason(messages(true, 0)))
        .isEqualTo("its own message to GPU 1, GPU 2, in step 5 of 14");
    assertThat(JobWaitText.waitReason(messages(false, 7)))
        .isEqualTo("a message from GPU 1, GPU 2 and 7 more, in step 5 of 14");
  }

  @Test
  void shouldNameWhoIsMissingFromACall() {
    assertThat(whoWaits(calls(3)))
        .endsWith("3 since 1.00 us; all GPUs of the group called it, but messages are missing");
    assertThat(whoWaits(calls(3, 11))).endsWith("; GPU 11 did not call it");
    assertThat(whoWaits(calls(3, 11, 12, 13))).endsWith("; GPU 11 and 2 more did not call it");
    assertThat(whoWaits(messages(false, 0)))
        .startsWith("1 GPU did not finish; ")
        .endsWith("in step 5 of 14 since 1.00 us");
  }

  /** Who waits for nobody is what the others wait for. */
  @Test
  void shouldBeginWithTheOneThatStopped() {
    assertThat(whoWaits(calls(3, 11), STOPPED))
        .isEqualTo(
            "GPU 11 stopped after 4 of its 9 operations, at 1.00 us; GPU 0 has waited for "
                + "the data group's reduce-scatter 3 since 1.00 us; GPU 11 did not call it");
    assertThat(whoWaits(calls(3), calls(3))).startsWith("2 GPUs did not finish; GPU 0 has waited");
    assertThat(JobWaitText.waitSentence(job())).isEmpty();
  }

  /** PyTorch counts calls from 1, and watches nothing but calls. */
  @Test
  void shouldQuoteWhatPyTorchWouldPrint() {
    assertThat(JobWaitText.errorLines(job(STOPPED, messages(false, 0), calls(3), calls(4)), 1))
        .singleElement()
        .asString()
        .startsWith("[Rank 0] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=4, ")
        .contains("OpType=_REDUCE_SCATTER_BASE, Timeout(ms)=600000)");
  }

  private static Waiting calls(int number, Integer... absent) {
    return waiting(0, new GpuWait.Call("data", Collective.REDUCE_SCATTER, number, List.of(absent)));
  }

  private static Waiting messages(boolean sent, int more) {
    return waiting(0, new GpuWait.Messages(sent, List.of("GPU 1", "GPU 2"), more, 4, 14));
  }

  private static Waiting waiting(int gpu, GpuWait what) {
    return new Waiting(gpu, 4, 9, what, 1_000_000);
  }

  private static String whoWaits(Waiting... waiting) {
    return JobWaitText.waitSentence(job(waiting)).orElseThrow();
  }

  private static JobResult job(Waiting... waiting) {
    return new JobResult("GPU", 0, 0, List.of(), List.of(), List.of(), List.of(waiting));
  }
}

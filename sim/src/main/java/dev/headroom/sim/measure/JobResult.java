package dev.headroom.sim.measure;

import java.util.Comparator;
import java.util.List;

/**
 * Time use of the GPUs of a job: a training step, or other computation and calls.
 *
 * @param rankWord what each of them is called: {@code GPU}, or {@code process}
 * @param samples sequences that the job works through, of all GPUs; 0 if it is not training
 * @param startPs when it began
 * @param calls what was called, kind by kind
 * @param gpus by GPU
 * @param tracks what some of them did when, to be drawn
 * @param waiting the GPUs that were not done when the run ended, longest waiting first
 */
public record JobResult(
    String rankWord,
    long samples,
    long startPs,
    List<Calls> calls,
    List<Gpu> gpus,
    List<Track> tracks,
    List<Waiting> waiting) {

  /**
   * All calls of one collective by groups of one kind.
   *
   * @param kind of the groups: {@code tensor}
   * @param collective as NCCL calls it: {@code all-gather}
   * @param groups that there are
   * @param gpus of each group, at most
   * @param calls of each group, at most
   * @param bytes of all calls of one group, at most, as nccl-tests counts them
   * @param busyPs what they took, from the moment the stream of a GPU takes one up, or of what it
   *     receives from one other GPU that one's if it is later, until it is done: the mean over GPUs
   * @param exposedPs what GPUs waited for them, less {@code bubblePs}: the mean
   * @param mostExposedPs what one GPU waited at most, likewise
   * @param bubblePs what GPUs waited for another one that had not begun to send: the mean
   * @param busBytesPerSecond bus bandwidth as nccl-tests counts it, while they ran; of what is
   *     received late, while it was sent
   */
  public record Calls(
      String kind,
      String collective,
      int groups,
      int gpus,
      int calls,
      long bytes,
      long busyPs,
      long exposedPs,
      long mostExposedPs,
      long bubblePs,
      double busBytesPerSecond) {}

  /**
   * One GPU's time.
   *
   * @param computedPs in which it computed
   * @param exposedPs in which it waited for others, until the run ended if it is not done
   * @param bubblePs of that, in which it waited for a GPU that had not begun to send to it: the
   *     bubble of a pipeline
   * @param donePs when it was done; -1 if it is not
   */
  public record Gpu(long computedPs, long exposedPs, long bubblePs, long donePs) {}

  /**
   * What a GPU did when: pairs of start and end, in order.
   *
   * @param gpu its number
   * @param kind {@code compute}, or the kind of group whose calls these are
   */
  public record Track(int gpu, String kind, List<long[]> spans) {}

  /**
   * A GPU that waits.
   *
   * @param gpu its number
   * @param operation how many of its operations are done
   * @param operations that it has
   * @param reason it waits for
   * @param sincePs since when
   */
  public record Waiting(int gpu, int operation, int operations, GpuWait reason, long sincePs) {
    public static final Comparator<Waiting> LONGEST_FIRST =
        Comparator.comparingLong(Waiting::sincePs).thenComparingInt(Waiting::gpu);
  }

  /** What it took until the last GPU was done; -1 if one is not. */
  public long stepPs() {
    return donePs() < 0 ? -1 : donePs() - startPs;
  }

  /** When the last GPU was done; -1 if one is not. */
  public long donePs() {
    long done = 0;
    for (Gpu gpu : gpus) {
      if (gpu.donePs() < 0) {
        return -1;
      }
      done = Math.max(done, gpu.donePs());
    }
    return done;
  }
}

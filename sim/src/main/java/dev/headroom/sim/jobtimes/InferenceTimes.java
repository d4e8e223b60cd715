package dev.headroom.sim.jobtimes;

import dev.headroom.model.inference.InferenceSchedule;
import dev.headroom.model.inference.PromptPlacement;
import dev.headroom.sim.collective.ScheduleWorkers;
import dev.headroom.sim.measure.InferenceResult;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Times at which prompts were processed, and at which their keys and values had arrived. */
final class InferenceTimes {
  private static final long MISSING = -1;

  private InferenceTimes() {}

  static InferenceResult of(InferenceSchedule schedule, ScheduleWorkers workers) {
    PromptPlacement serving = schedule.serving();
    long[] comePs = arrivalPs(schedule, workers);
    int[] answered =
        IntStream.range(0, serving.count()).filter(prompt -> comePs[prompt] != MISSING).toArray();
    int n = answered.length;
    long[] first = new long[n];
    long[] waited = new long[n];
    long[] worked = new long[n];
    long[] exposed = new long[n];
    long tokens = 0;
    long bytes = 0;
    long last = 0;
    for (int i = 0; i < n; i++) {
      int prompt = answered[i];
      waited[i] = serving.startPs(prompt) - serving.arrivalPs(prompt);
      worked[i] = serving.endPs(prompt) - serving.startPs(prompt);
      exposed[i] =
          comePs[prompt] - schedule.startPs() - serving.endPs(prompt) + schedule.overheadPs();
      first[i] = waited[i] + worked[i] + exposed[i] + schedule.tokenPs();
      tokens += serving.tokens(prompt);
      bytes += schedule.bytes(prompt);
      last = Math.max(last, schedule.startPs() + serving.arrivalPs(prompt) + first[i]);
    }
    for (long[] times : new long[][] {first, waited, worked, exposed}) {
      Arrays.sort(times);
    }
    return new InferenceResult(
        serving.count(), tokens, bytes, first, waited, worked, exposed, last);
  }

  /** When the last piece of each prompt came to the last of its GPUs; -1 if it did not. */
  private static long[] arrivalPs(InferenceSchedule schedule, ScheduleWorkers workers) {
    long[] come = new long[schedule.serving().count()];
    for (int prefill = 0; prefill < schedule.prefills(); prefill++) {
      for (int decode = 0; decode < schedule.decodes(); decode++) {
        int[] prompts = schedule.between(prefill, decode);
        for (int gpu = 0; gpu < schedule.gpus() && prompts.length > 0; gpu++) {
          long[] taken = workers.takenPs(schedule.listener(prefill, decode, gpu));
          for (int i = 0; i < prompts.length; i++) {
            long lastPs = taken[(i + 1) * schedule.pieces() - 1];
            long before = come[prompts[i]];
            come[prompts[i]] = lastPs < 0 || before == MISSING ? MISSING : Math.max(before, lastPs);
          }
        }
      }
    }
    return come;
  }
}

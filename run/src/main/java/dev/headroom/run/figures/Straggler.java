package dev.headroom.run.figures;

import dev.headroom.sim.measure.JobResult;
import dev.headroom.sim.measure.JobResult.Gpu;
import java.util.List;
import java.util.Optional;

/**
 * GPUs of a job, one or a pipeline stage, that compute longer than the others, which wait for them.
 *
 * @param first number of one of them
 * @param count how many they are
 * @param computesPs what they compute
 * @param othersPs what the others do, on average
 */
public record Straggler(int first, int count, long computesPs, long othersPs) {
  /** From so many times the others' on. */
  private static final double SLOW = 1.05;

  /** The same, but for rounding. */
  private static final double ALIKE = 0.99;

  /** Empty where all compute alike. */
  public static Optional<Straggler> of(JobResult job) {
    long most = job.gpus().stream().mapToLong(Gpu::computedPs).max().orElse(0);
    List<Gpu> slow = job.gpus().stream().filter(gpu -> gpu.computedPs() > ALIKE * most).toList();
    double others =
        job.gpus().stream()
            .mapToLong(Gpu::computedPs)
            .filter(computed -> computed <= ALIKE * most)
            .average()
            .orElse(most);
    return most <= SLOW * others
        ? Optional.empty()
        : Optional.of(
            new Straggler(
                job.gpus().indexOf(slow.getFirst()), slow.size(), most, Math.round(others)));
  }

  /** How much longer they compute, in picoseconds. */
  public long latePs() {
    return computesPs - othersPs;
  }
}

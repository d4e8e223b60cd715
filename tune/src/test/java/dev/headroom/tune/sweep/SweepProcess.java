package dev.headroom.tune.sweep;

import dev.headroom.tune.result.SweepReader;
import dev.headroom.tune.result.SweepSummary;
import dev.headroom.tune.trial.Trial;
import dev.headroom.tune.trial.TrialOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Process that runs the sweep of a folder, for tests that kill it or bound its memory. */
final class SweepProcess {
  private SweepProcess() {}

  /** Begins the process; {@code micros} is the time that each trial takes. */
  static Process begin(Path folder, int micros, String... options) throws IOException {
    return begin(folder, micros, Long.MAX_VALUE, options);
  }

  /**
   * Begins one that is never done: a trial for which more than {@code most} are over has no end.
   */
  static Process begin(Path folder, int micros, long most, String... options) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-XX:+UseSerialGC");
    command.addAll(List.of(options));
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            SweepProcess.class.getName(),
            folder.toString(),
            Integer.toString(micros),
            Long.toString(most)));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolveSibling("said.txt").toFile())
        .start();
  }

  public static void main(String[] arguments) throws IOException {
    long nanos = 1_000L * Integer.parseInt(arguments[1]);
    AtomicLong left = new AtomicLong(Long.parseLong(arguments[2]));
    SweepFolder folder = SweepFolder.open(Path.of(arguments[0])).orElseThrow();
    new LocalEngine(trial -> slow(trial, nanos, left), 2, "1")
        .run(folder, Shard.WHOLE, SweepListener.NONE);
    SweepSummary summary = SweepReader.read(folder, Optional.empty());
    System.out.println(
        "measured " + summary.counts().measured() + " failed " + summary.counts().failed());
  }

  private static TrialOutcome slow(Trial trial, long nanos, AtomicLong left) {
    if (left.getAndDecrement() <= 0) {
      waitForTheKill();
    }
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    return MadeSweep.outcome(trial);
  }

  private static void waitForTheKill() {
    while (true) {
      LockSupport.park();
    }
  }
}

package dev.headroom.tune.study;

import dev.headroom.run.cache.RunCache;
import dev.headroom.tune.search.RunAnswer;
import dev.headroom.tune.search.RunRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Process that continues the study of a folder, for tests that kill it. */
final class StudyProcess {
  /**
   * Time that a run takes at least, so that a kill seldom has to wait for the last that is made.
   */
  private static final long RUN_NANOS = 8_000_000;

  private StudyProcess() {}

  /** Begins the process; what it prints goes to {@code said.txt} beside the folder. */
  static Process begin(Path folder) throws IOException {
    return begin(folder, Integer.MAX_VALUE);
  }

  /** Begins one that makes so many runs, and then waits to be killed. */
  static Process begin(Path folder, int most) throws IOException {
    return new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                StudyProcess.class.getName(),
                folder.toString(),
                Integer.toString(most)))
        .redirectErrorStream(true)
        .redirectOutput(folder.resolveSibling("said.txt").toFile())
        .start();
  }

  public static void main(String[] arguments) throws IOException {
    AtomicInteger left = new AtomicInteger(Integer.parseInt(arguments[1]));
    StudyListener slow =
        new StudyListener() {
          @Override
          public void ended(RunRequest request, RunAnswer answer) {
            LockSupport.parkNanos(RUN_NANOS);
            while (left.decrementAndGet() <= 0) {
              LockSupport.parkNanos(RUN_NANOS); // killed here at the latest
            }
          }
        };
    try (StudyFolder folder = StudyFolder.take(Path.of(arguments[0]))) {
      Study study = folder.study().orElseThrow();
      StudyResult result = new StudyRun(study, folder, RunCache.none(), slow, 2).run();
      folder.write("tune.json", StudyJson.of(result));
    }
  }
}

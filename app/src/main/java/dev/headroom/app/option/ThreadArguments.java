package dev.headroom.app.option;

import dev.headroom.app.process.BadInputException;
import picocli.CommandLine.Option;

/** Option for the number of simulation threads. */
public final class ThreadArguments {
  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Worker threads; results do not depend on them. Of more than there are processors those"
              + " are used. Default: 1.")
  private int threads = 1;

  public int threads() {
    if (threads < 1) {
      throw new BadInputException("--threads " + threads + ": at least 1 is needed");
    }
    return Math.min(threads, Runtime.getRuntime().availableProcessors());
  }
}

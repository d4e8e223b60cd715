package dev.headroom.app.option;

import dev.headroom.model.text.BadInputException;
import picocli.CommandLine.Option;

/** Option for the number of simulation threads. */
public final class ThreadArguments {
  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Number of worker threads; results do not depend on it. At most the number of "
              + "processors is used. Default: 1.")
  private int threads = 1;

  public int threads() {
    if (threads < 1) {
      throw new BadInputException("--threads " + threads + ": at least 1 is needed");
    }
    return Math.min(threads, Runtime.getRuntime().availableProcessors());
  }
}

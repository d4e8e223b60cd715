package dev.headroom.release;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Other programs that a release calls. */
final class Commands {
  /** Variables of the caller from which a Java would take options. */
  private static final Set<String> JAVA_OPTIONS =
      Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "HEADROOM_JAVA_OPTS");

  private Commands() {}

  /**
   * Runs a command in a folder, and fails with its output where it ends with another code than 0.
   */
  static void run(Path folder, List<String> command) throws IOException, InterruptedException {
    run(folder, Map.of(), command);
  }

  static void run(Path folder, Map<String, String> environment, List<String> command)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().keySet().removeAll(JAVA_OPTIONS);
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(
          command.getFirst() + " ended with " + process.exitValue() + ": " + said.strip());
    }
  }
}

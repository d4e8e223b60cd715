package dev.headroom.collect;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The shells of this machine that the script must work under, and running it in one. */
public final class Shells {
  private Shells() {}

  /** Each as the words that start it. */
  public static Stream<List<String>> here() {
    return Stream.of(List.of("/bin/sh"), List.of(busybox(), "sh"))
        .filter(words -> Files.isExecutable(Path.of(words.getFirst())));
  }

  private static String busybox() {
    return Files.isExecutable(Path.of("/bin/busybox")) ? "/bin/busybox" : "/usr/bin/busybox";
  }

  /** What a script said, both streams together. */
  public record Said(int status, String text) {}

  /** Runs a script that comes on standard input, as over SSH. */
  public static Said run(
      List<String> shell, Path script, Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(shell);
    words.add("-s");
    words.add("--");
    words.addAll(List.of(arguments));
    Path said = Files.createTempFile("said", ".txt");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(words)
              .redirectInput(script.toFile())
              .redirectErrorStream(true)
              .redirectOutput(said.toFile());
      builder.environment().putAll(environment);
      Process process = builder.start();
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IOException("the script did not end: " + Files.readString(said));
      }
      return new Said(process.exitValue(), Files.readString(said));
    } finally {
      Files.delete(said);
    }
  }
}

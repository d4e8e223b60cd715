package dev.headroom.app;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Training run for the JDK's ahead-of-time cache: several commands in one process, each ended by
 * {@code --}. The launcher runs it so that the JVM records the classes to load and the hot methods.
 */
final class AotTraining {
  private AotTraining() {}

  public static void main(String[] args) {
    PrintWriter out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, false, StandardCharsets.UTF_8);
    List<String> command = new ArrayList<>();
    for (String word : args) {
      if (word.equals("--")) {
        Headroom.run(out, err, command.toArray(String[]::new));
        command.clear();
      } else {
        command.add(word);
      }
    }
  }
}

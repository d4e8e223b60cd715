package dev.headroom.run.claims;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Scenario of {@code examples/claims} that tests claims, with its overrides. The program carries
 * these files, so that it tests claims wherever it is installed.
 *
 * @param name of the file, without its ending
 * @param sets {@code key=value}, as {@code --set} takes them
 */
public record ClaimExample(String name, List<String> sets) {
  private static final Pattern PLAIN = Pattern.compile("[\\w.=/:,+%-]+");

  public ClaimExample {
    sets = List.copyOf(sets);
  }

  static ClaimExample of(String name, String... sets) {
    return new ClaimExample(name, List.of(sets));
  }

  /** With more laid over it. */
  ClaimExample with(String... more) {
    return new ClaimExample(name, Stream.concat(sets.stream(), Stream.of(more)).toList());
  }

  /** Where the file lies in a checkout. */
  public String path() {
    return "examples/claims/" + name + ".yaml";
  }

  /** What a person types to run the same. */
  public String command() {
    StringBuilder command = new StringBuilder("headroom sim ").append(path());
    sets.forEach(set -> command.append(" --set ").append(quoted(set)));
    return command.toString();
  }

  /** As a shell takes it for one word. */
  private static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word + "'";
  }

  /** The packaged one. */
  public Scenario scenario() {
    return switch (ScenarioReader.read(text(), path(), sets)) {
      case ScenarioReader.Good good -> good.scenario();
      case ScenarioReader.Bad bad ->
          throw new IllegalStateException("the scenario of a claim is invalid: " + bad.problems());
    };
  }

  private String text() {
    try (InputStream in = ClaimExample.class.getResourceAsStream("/dev/headroom/run/" + path())) {
      if (in == null) {
        throw new IllegalStateException("the program lacks its file " + path());
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

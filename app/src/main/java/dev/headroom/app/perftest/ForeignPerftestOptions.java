package dev.headroom.app.perftest;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Table of perftest options that {@code headroom perf} or {@code show} does not support, with the
 * message for each.
 */
public final class ForeignPerftestOptions {
  private static final String TABLE = "options.txt";
  private static final String TAKEN = "taken";
  private static final Map<String, Answers> ALL = read();

  /**
   * What is said of an option.
   *
   * @param perf by {@code headroom perf}, or {@link #TAKEN}
   * @param show by {@code headroom show}, likewise
   */
  private record Answers(String perf, String show) {}

  private ForeignPerftestOptions() {}

  /** What perf says of an option; empty where it takes it, or nobody knows it. */
  public static Optional<String> ofPerf(String option) {
    return Optional.ofNullable(ALL.get(option)).map(Answers::perf).filter(it -> !TAKEN.equals(it));
  }

  /** The first of these words that show does not take, with the reason. */
  static Optional<String> ofShow(List<String> words) {
    return words.stream()
        .map(word -> word.split("=", 2)[0])
        .flatMap(word -> ofShow(word).map(why -> word + ": " + why).stream())
        .findFirst();
  }

  private static Optional<String> ofShow(String option) {
    return Optional.ofNullable(ALL.get(option)).map(Answers::show).filter(it -> !TAKEN.equals(it));
  }

  private static Map<String, Answers> read() {
    Map<String, Answers> all = new HashMap<>();
    try (InputStream in =
        Objects.requireNonNull(ForeignPerftestOptions.class.getResourceAsStream(TABLE), TABLE)) {
      new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .forEach(line -> {
            String[] cells = line.split(" \\| ");
            for (String option : cells[0].split(" ")) {
              all.put(option, new Answers(cells[1], cells[2]));
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Map.copyOf(all);
  }
}

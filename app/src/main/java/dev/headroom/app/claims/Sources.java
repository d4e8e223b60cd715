package dev.headroom.app.claims;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Assessment of a claim by published sources, without a measurement. The tables are {@code
 * sources.txt} and {@code citations.txt}.
 *
 * @param reading what they say, taken together
 * @param why a verdict that was measured may differ from that; empty where it should not
 */
public record Sources(Reading reading, String why) {
  private static final Map<String, Sources> ALL =
      read(
          "sources.txt",
          cells -> new Sources(Reading.valueOf(cells[1].toUpperCase(Locale.ROOT)), cells[2]));

  private static final Map<String, String> CITATIONS = read("citations.txt", cells -> cells[1]);

  /** What sources can say. */
  public enum Reading {
    HOLDS("hold it", Verdict.Outcome.CONFIRMED),
    PARTLY("hold it in part", Verdict.Outcome.UNDER_CONDITIONS),
    WRONG("contradict it", Verdict.Outcome.REFUTED),
    UNKNOWN("none found", Verdict.Outcome.NOT_TESTABLE);

    private final String words;
    private final Verdict.Outcome like;

    Reading(String words, Verdict.Outcome like) {
      this.words = words;
      this.like = like;
    }

    public String words() {
      return words;
    }
  }

  /** Those of a claim; empty if nobody has looked. */
  public static Optional<Sources> of(Claim claim) {
    return Optional.ofNullable(ALL.get(claim.id()));
  }

  /** Whether a verdict says the same. */
  public boolean agreeWith(Verdict.Outcome outcome) {
    return reading.like == outcome;
  }

  /** For a verdict, in words, with the reason if it differs. */
  public static String beside(Verdict verdict) {
    return of(verdict.claim())
        .map(sources ->
            sources.reading.words
                + (sources.agreeWith(verdict.outcome()) ? "" : ": " + sources.why))
        .orElse("");
  }

  /** Who says so, and where; empty where no source was found. */
  public static String citation(Claim claim) {
    return CITATIONS.getOrDefault(claim.id(), "");
  }

  /** A table whose first column is a claim's id. */
  private static <T> Map<String, T> read(String name, Function<String[], T> row) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(Sources.class.getResourceAsStream(name)),
                StandardCharsets.UTF_8))) {
      return lines
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\\|", -1))
          .collect(Collectors.toUnmodifiableMap(cells -> cells[0], row));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package dev.headroom.run.claims;

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
public record SourceAssessment(Reading reading, String why) {
  private static final Map<String, SourceAssessment> ALL =
      read(
          "sources.txt",
          cells ->
              new SourceAssessment(Reading.valueOf(cells[1].toUpperCase(Locale.ROOT)), cells[2]));

  private static final Map<String, String> CITATIONS = read("citations.txt", cells -> cells[1]);

  /** What sources can say. */
  public enum Reading {
    HOLDS("confirm it", ClaimVerdict.Outcome.CONFIRMED),
    PARTLY("confirm it in part", ClaimVerdict.Outcome.UNDER_CONDITIONS),
    WRONG("contradict it", ClaimVerdict.Outcome.REFUTED),
    UNKNOWN("none found", ClaimVerdict.Outcome.NOT_TESTABLE);

    private final String words;
    private final ClaimVerdict.Outcome like;

    Reading(String words, ClaimVerdict.Outcome like) {
      this.words = words;
      this.like = like;
    }

    public String words() {
      return words;
    }
  }

  /** Those of a claim; empty if nobody has looked. */
  public static Optional<SourceAssessment> of(Claim claim) {
    return Optional.ofNullable(ALL.get(claim.id()));
  }

  /** Whether a verdict says the same. */
  public boolean agreeWith(ClaimVerdict.Outcome outcome) {
    return reading.like == outcome;
  }

  /** For a verdict, in words, with the reason if it differs. */
  public static String noteFor(ClaimVerdict verdict) {
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
                Objects.requireNonNull(SourceAssessment.class.getResourceAsStream(name)),
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

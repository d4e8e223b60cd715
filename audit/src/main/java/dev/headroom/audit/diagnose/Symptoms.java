package dev.headroom.audit.diagnose;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** All symptoms with a diagnosis tree; each stands in a file of its name. */
public final class Symptoms {
  private static final List<Symptom> ALL =
      Stream.of(
              "slow-collective",
              "gpudirect",
              "roce-loss",
              "memory-registration",
              "low-goodput",
              "all-reduce-timeouts",
              "tcp-fallback",
              "after-upgrade",
              "job-does-not-start",
              "no-rdma-device",
              "link-flaps",
              "pause-storm",
              "no-ecn",
              "latency-spikes",
              "wrong-results")
          .map(SymptomFile::read)
          .toList();

  private Symptoms() {}

  public static List<Symptom> all() {
    return ALL;
  }

  public static List<String> ids() {
    return ALL.stream().map(Symptom::id).toList();
  }

  /** By its id, or the one that fits a description best. */
  public static Optional<Symptom> named(String text) {
    return ranked(text).stream().findFirst();
  }

  /**
   * The symptom of that id alone; else those with a word of the description, the best fit first.
   */
  public static List<Symptom> ranked(String text) {
    String small = text.strip().toLowerCase(Locale.ROOT);
    Optional<Symptom> exact = ALL.stream().filter(each -> each.id().equals(small)).findFirst();
    if (exact.isPresent()) {
      return List.of(exact.get());
    }
    SymptomWords said = SymptomWords.of(text);
    Map<Symptom, Integer> fits = new LinkedHashMap<>();
    ALL.forEach(each -> fits.put(each, fit(each, said)));
    return ALL.stream()
        .filter(each -> fits.getOrDefault(each, 0) > 0)
        .sorted(Comparator.comparingInt((Symptom each) -> fits.getOrDefault(each, 0)).reversed())
        .toList();
  }

  private static int fit(Symptom symptom, SymptomWords said) {
    return symptom.words().stream().map(SymptomWords::of).distinct().mapToInt(said::fit).sum();
  }
}

package dev.headroom.audit.diagnose;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** All symptoms with a diagnosis tree; each stands in a file of its name. */
public final class Symptoms {
  private static final List<Symptom> ALL =
      Stream.of(
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

  /** By its id, or the one whose words come up most in what somebody wrote. */
  public static Optional<Symptom> named(String text) {
    String small = text.toLowerCase(Locale.ROOT);
    Optional<Symptom> exact = ALL.stream().filter(each -> each.id().equals(small)).findFirst();
    return exact.isPresent()
        ? exact
        : ALL.stream()
            .filter(each -> hits(each, small) > 0)
            .max(Comparator.comparingLong(each -> hits(each, small)));
  }

  /** Words must begin where a word of the text does: there is no tail in a detail. */
  private static long hits(Symptom symptom, String text) {
    return symptom.words().stream()
        .filter(word -> Pattern.compile("(?<![a-z0-9])" + Pattern.quote(word)).matcher(text).find())
        .count();
  }
}

package dev.headroom.audit.diagnose;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Every symptom there is a tree for, with what several of them ask to be run; the trees stand in
 * {@link HostSymptoms}, {@link FabricSymptoms}, {@link LinkSymptoms} and {@link StartSymptoms}.
 */
public final class Symptoms {
  static final String LOG = "NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,NET,GRAPH all_reduce_perf";
  static final String LSPCI = "lspci -vvv  # as root";

  private static final List<Symptom> ALL =
      List.of(
          HostSymptoms.gpuDirect(),
          FabricSymptoms.roceLoss(),
          HostSymptoms.registration(),
          FabricSymptoms.goodput(),
          FabricSymptoms.timeouts(),
          HostSymptoms.tcpFallback(),
          HostSymptoms.upgrade(),
          StartSymptoms.start(),
          StartSymptoms.noDevice(),
          LinkSymptoms.flaps(),
          LinkSymptoms.pauses(),
          LinkSymptoms.latency(),
          HostSymptoms.wrongResults());

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

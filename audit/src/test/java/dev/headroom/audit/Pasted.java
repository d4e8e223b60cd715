package dev.headroom.audit;

import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import java.util.List;

/** What the audit makes of one text that somebody pasted. */
final class Pasted {
  private Pasted() {}

  static HostFacts host(String text) {
    return HostFacts.of(
        "n1", List.of(FormatCatalogue.reader().read(FactSource.of("pasted.txt"), text)));
  }

  static List<Finding> findings(String text) {
    return Healthy.findings(List.of(host(text)));
  }

  static List<Finding> findings(String rule, String text) {
    return Audit.of(List.of(host(text)), List.of(RuleCatalogue.named(rule).orElseThrow()))
        .getFirst()
        .findings();
  }
}

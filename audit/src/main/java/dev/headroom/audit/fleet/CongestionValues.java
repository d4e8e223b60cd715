package dev.headroom.audit.fleet;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Parameters of congestion control, one value for all NICs of a host: {@code 1019}, or {@code 900
 * of eth1, 1019 of eth0} where they differ.
 */
final class CongestionValues {
  private static final Pattern PARAMETER =
      Pattern.compile("(?:ecn\\.roce_(?:np|rp)|dcqcn)\\.[\\w.-]+");

  private CongestionValues() {}

  static Map<String, ReportedValue<String>> of(HostFacts host) {
    // A comparison says nothing of a value itself, which therefore stays one that no rule judged.
    Map<String, Map<String, Fact>> parameters = new TreeMap<>();
    for (Fact fact :
        host.facts()
            .filter(
                Set.of(SubjectKind.NETDEV, SubjectKind.PCI),
                key -> PARAMETER.matcher(key).matches())
            .all()) {
      parameters
          .computeIfAbsent(fact.key(), _ -> new TreeMap<>())
          .putIfAbsent(fact.subject().name(), fact);
    }
    Map<String, ReportedValue<String>> values = new LinkedHashMap<>();
    parameters.forEach((key, byNic) -> {
      Fact first = byNic.values().iterator().next();
      values.put(key, ReportedValue.reported(together(byNic), first.evidence()));
    });
    return values;
  }

  private static String together(Map<String, Fact> byNic) {
    Map<String, List<String>> nics = new TreeMap<>();
    byNic.forEach(
        (nic, fact) -> nics.computeIfAbsent(fact.value().strip(), _ -> new ArrayList<>()).add(nic));
    if (nics.size() == 1) {
      return nics.keySet().iterator().next();
    }
    return String.join(
        ", ",
        nics.entrySet().stream()
            .map(each -> each.getKey() + " of " + String.join(" and ", each.getValue()))
            .toList());
  }
}

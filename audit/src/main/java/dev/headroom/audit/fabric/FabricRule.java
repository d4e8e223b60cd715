package dev.headroom.audit.fabric;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.formats.host.HostFacts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Rule about the links of an InfiniBand fabric. */
abstract class FabricRule extends HostRule {
  static final String LINKS = "iblinkinfo, ibnetdiscover or ibdiagnet2.db_csv of the fabric";

  FabricRule(RuleInfo ruleInfo) {
    super(ruleInfo);
  }

  @Override
  protected final void judge(HostFacts host, FindingCollector to) {
    List<FabricLink> links = FabricLink.of(host);
    if (links.isEmpty()) {
      to.missingInput(host.name(), LINKS);
    } else {
      judge(host, links, to);
    }
  }

  /**
   * Of each cable the end that shows more: of those that show it, a switch's, which has siblings.
   */
  static List<FabricLink> cables(List<FabricLink> links, Predicate<FabricLink> shows) {
    Map<String, FabricLink> ends = new LinkedHashMap<>();
    for (FabricLink link : links) {
      ends.merge(
          link.cable(),
          link,
          (one, other) ->
              shows.test(other) && (!shows.test(one) || (other.isSwitch() && !one.isSwitch()))
                  ? other
                  : one);
    }
    return List.copyOf(ends.values());
  }

  /** Looks at the links that are up and say how fast they are; there is at least one. */
  abstract void judge(HostFacts host, List<FabricLink> links, FindingCollector to);
}

package dev.headroom.audit.fabric;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.unit.CountedNoun;
import java.util.List;
import java.util.Map;

/**
 * Rule that reports leaves with fewer uplinks than most leaves have: a fat tree that is thinner in
 * one place.
 */
final class MissingUplinks extends FabricRule {
  private static final String LINKS_OF_MANY = LINKS + " with three leaves or more";
  private static final double FEW = 0.25;

  MissingUplinks() {
    super(
        RuleInfo.warning("fabric.asymmetry")
            .title("all leaves have the same number of uplinks")
            .inputs(LINKS)
            .cause(
                "A leaf with fewer uplinks than the others is oversubscribed when they are not. "
                    + "Collectives run at the rate of its hosts.")
            .modes(32)
            .source("Leiserson, Fat-Trees, IEEE ToC 34(10), 1985; opensm(8), ftree routing"));
  }

  @Override
  void judge(HostFacts host, List<FabricLink> links, FindingCollector to) {
    Map<String, LeafLinks> leaves = LeafLinks.of(links);
    if (leaves.size() < 3) {
      to.missingInput(host.name(), LINKS_OF_MANY);
      return;
    }
    long thin = leaves.values().stream().filter(LeafLinks::isThin).count();
    leaves.forEach((leaf, its) -> {
      if (!its.isThin() || thin > FEW * leaves.size()) {
        to.pass();
        return;
      }
      to.finding(
              host.name(),
              leaf,
              "this leaf has %s, most leaves have %d"
                  .formatted(CountedNoun.of(its.uplinks(), "uplink", "uplinks"), its.usual()))
          .addEvidence(its.evidence())
          .fix(() ->
              Fix.advice(
                  "look for missing cables and links that are down between this leaf and the "
                      + "switches above it"))
          .report();
    });
  }
}

package dev.headroom.audit.fabric;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.function.Predicate;

/**
 * Rule that reports links with fewer lanes than they are wired for. Two lanes are how split ports
 * look (HDR100, NDR200), so those count only where the tool itself says that the link could be
 * wider.
 */
final class NarrowLink extends FabricRule {
  /** Lanes of a cable. Ports can do 8 or 12, and no cable of today has them. */
  private static final int FULL = 4;

  NarrowLink() {
    super(
        RuleInfo.error("fabric.link-width")
            .title("fabric links use all of their lanes")
            .inputs(LINKS)
            .cause(
                "A link drops lanes that fail to train. It then carries a half or a quarter of "
                    + "its rate, and every flow routed over it slows down.")
            .source("InfiniBand Architecture Specification 1.7, 5.6; iblinkinfo(8)"));
  }

  @Override
  void judge(HostFacts host, List<FabricLink> links, FindingCollector to) {
    boolean wide = links.stream().anyMatch(link -> link.width() >= 4);
    Predicate<FabricLink> narrow =
        link ->
            link.width() < FULL
                && ((link.width() == 1 && wide) || link.better().matches(".*Could be \\d+X.*"));
    for (FabricLink link : cables(links, narrow)) {
      if (narrow.test(link)) {
        to.finding(
                host.name(),
                link.name(),
                "it runs %s, and others have more lanes; the remote end is %s %s"
                    .formatted(link.words(), link.peer(), link.peerPort()))
            .addEvidence(link.evidence())
            .fix(() -> Fix.advice("reseat or replace the cable at both ends of this link"))
            .report();
      } else {
        to.pass();
      }
    }
  }
}

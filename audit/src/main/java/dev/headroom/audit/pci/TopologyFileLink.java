package dev.headroom.audit.pci;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.fact.ValueParser;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rule that reports an NCCL topology file with a link slower than any real one. */
final class TopologyFileLink extends HostRule {
  private static final String NEEDS =
      "NCCL's topology file or dump (NCCL_TOPO_FILE, NCCL_TOPO_DUMP_FILE)";

  /** 10^9 transfers a second times lanes: below two lanes of the third generation. */
  private static final double LEAST = 16;

  TopologyFileLink() {
    super(
        RuleInfo.error("vm.topology-file-link")
            .title("the topology file has the real speed of PCIe links")
            .inputs(NEEDS)
            .cause(
                "NCCL uses the speeds in the file. Through a link of 2.5 GT/s x1 it builds a "
                    + "ring of 0.12 GB/s, or none.")
            .modes(19)
            .source("NVIDIA/nccl#749"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    List<Evidence> seen = new ArrayList<>();
    List<String> slow = new ArrayList<>();
    boolean said = false;
    for (Subject pci : host.facts().subjects(SubjectKind.PCI)) {
      Optional<Fact> speed = host.facts().first(pci, "nccl.xml.link_speed");
      if (speed.isEmpty()) {
        continue;
      }
      said = true;
      double gts = ValueParser.decimal(speed.get().value().split(" ")[0]).orElse(0.0);
      long lanes = host.facts().number(pci, "nccl.xml.link_width").orElse(0L);
      if (gts > 0 && lanes > 0 && gts * lanes < LEAST) {
        slow.add(pci.name());
        seen.add(speed.get().evidence());
      } else {
        to.pass();
      }
    }
    if (!said) {
      to.missingInput(host.name(), NEEDS);
    } else if (!slow.isEmpty()) {
      to.finding(
              host.name(), "", "links in the topology file are slower than any real link: " + slow)
          .addEvidence(seen)
          .fix(() -> Fix.advice("set the real link_speed and link_width in the file"))
          .report();
    }
  }
}

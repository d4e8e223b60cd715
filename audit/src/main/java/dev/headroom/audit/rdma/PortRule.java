package dev.headroom.audit.rdma;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.pci.PciTopology;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.RdmaPort;
import java.util.List;

/** Rule about each port of the RDMA devices. */
abstract class PortRule extends HostRule {
  static final String PORTS =
      "the ports of RDMA devices: /sys/class/infiniband, ibstat, ibv_devinfo or rdma link";
  static final String GIDS = "GID tables: /sys/class/infiniband, show_gids or ibv_devinfo -v";

  /** Lines that somebody picked out of a table do not tell what else is in it. */
  static final String WHOLE_GIDS =
      "the whole GID table: show_gids or ibv_devinfo -v with all of its lines";

  protected PortRule(RuleInfo ruleInfo) {
    super(ruleInfo);
  }

  @Override
  protected final void judge(HostFacts host, FindingCollector to) {
    List<RdmaPort> ports = host.rdmaPorts();
    if (ports.isEmpty() && isLookedAt(host)) {
      to.notApplicable(host.name(), "it has no RDMA device");
    } else if (ports.isEmpty()) {
      to.missingInput(host.name(), PORTS);
    }
    ports.forEach(port -> judge(host, port, to));
  }

  /** Whether somebody looked at the whole machine, so that what was not seen is not there. */
  private static boolean isLookedAt(HostFacts host) {
    return (!PciTopology.of(host).isEmpty() && !PciTopology.of(host).hasRdma())
        || host.facts().text(Subject.host(), "bundle.host").isReported();
  }

  protected abstract void judge(HostFacts host, RdmaPort port, FindingCollector to);

  /** The line that names the port. */
  static List<Evidence> named(RdmaPort port) {
    return port.facts().firstFactsOf(port.subject()).stream()
        .limit(1)
        .map(f -> f.evidence())
        .toList();
  }

  static String name(RdmaPort port) {
    return "1".equals(port.number()) ? port.device() : port.device() + " port " + port.number();
  }
}

package dev.headroom.audit.rdma;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.CommandValueSyntax;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.RdmaPort;
import dev.headroom.formats.rdma.RdmaKeys;
import java.util.Optional;

/** Rule that reports a port slower than other ports of the same kind of card. */
final class RateBelowSiblings extends PortRule {
  RateBelowSiblings() {
    super(
        RuleInfo.error("link.rate-below-siblings")
            .title("NICs of one model run at one rate")
            .inputs(PORTS)
            .cause("A link that came up slower or with fewer lanes limits every ring through it.")
            .source("InfiniBand Architecture Specification 1.7, 14.2.5.6 (PortInfo)"));
  }

  @Override
  protected void judge(HostFacts host, RdmaPort port, FindingCollector to) {
    ReportedValue<Double> rate = port.rateGbps();
    if (!rate.isReported()) {
      to.missingInput(host.name(), "the rate of ports: /sys/class/infiniband, ibstat or ibstatus");
      return;
    }
    if (!port.state().matches(word -> word.startsWith("ACTIVE"))) {
      to.notApplicable(host.name(), "the port is not active");
      return;
    }
    Optional<String> kind = kind(host, port);
    double best = rate.get();
    RdmaPort fastest = port;
    for (RdmaPort other : host.rdmaPorts()) {
      boolean like =
          kind(host, other).equals(kind)
              && sameLayer(other, port)
              && (kind.isPresent() || isSameSort(other, port));
      if (like && other.rateGbps().orElse(0.0) > best) {
        best = other.rateGbps().get();
        fastest = other;
      }
    }
    if (best <= rate.get()) {
      to.pass();
      return;
    }
    if (kind.isEmpty()) {
      reportOfUnknownModel(host, port, fastest, to);
      return;
    }
    boolean elsewhere = isInAnotherSubnet(port, fastest);
    to.finding(
            host.name(),
            name(port),
            "it runs at %.0f Gb/s, %s of the same model%s at %.0f"
                .formatted(
                    rate.get(), name(fastest), elsewhere ? ", in another subnet," : "", best))
        .severity(elsewhere ? Severity.WARNING : info().severity())
        .addEvidence(rate.findEvidence().stream().toList())
        .addEvidence(fastest.rateGbps().findEvidence().stream().toList())
        .fix(() ->
            Fix.advice(
                (elsewhere ? "if its subnet is as fast as the other: " : "")
                    + "check cable, transceiver and switch port; mlxlink -d "
                    + CommandValueSyntax.RDMA_DEVICE.checked(port.device())
                    + " shows lanes and the rates that each end offers"))
        .factAfterFix(port.subject(), RdmaKeys.RATE_GBPS, plain(best))
        .report();
  }

  /** NICs for storage are often slower than those for GPUs, so that this is a note only. */
  private void reportOfUnknownModel(
      HostFacts host, RdmaPort port, RdmaPort fastest, FindingCollector to) {
    to.finding(
            host.name(),
            name(port),
            "it runs at %.0f Gb/s, %s at %.0f; no input has the models of the NICs"
                .formatted(port.rateGbps().get(), name(fastest), fastest.rateGbps().orElse(0.0)))
        .severity(Severity.INFO)
        .addEvidence(port.rateGbps().findEvidence().stream().toList())
        .addEvidence(fastest.rateGbps().findEvidence().stream().toList())
        .fix(() ->
            Fix.advice(
                "ibv_devinfo or ibstat has the models; if they are the same, check cable, "
                    + "transceiver and switch port of the slower one"))
        .report();
  }

  /** Names of devices without their number: a Broadcom NIC is no sibling of an mlx5 one. */
  private static boolean isSameSort(RdmaPort one, RdmaPort other) {
    return sort(one).equals(sort(other));
  }

  private static String sort(RdmaPort port) {
    return port.device().replaceFirst("\\d.*$", "");
  }

  /** Ports under different subnet managers hang on fabrics of their own, such as storage's. */
  private static boolean isInAnotherSubnet(RdmaPort one, RdmaPort other) {
    ReportedValue<String> manager = one.subnetManager();
    return one.isInfiniBand()
        && manager.isReported()
        && other.subnetManager().isReported()
        && !manager.optional().equals(other.subnetManager().optional());
  }

  private static boolean sameLayer(RdmaPort one, RdmaPort other) {
    return one.linkLayer().optional().equals(other.linkLayer().optional());
  }

  /** By board, else by model; empty if no input has either. */
  private static Optional<String> kind(HostFacts host, RdmaPort port) {
    var device = Subject.rdma(port.device());
    return host.facts()
        .text(device, RdmaKeys.BOARD)
        .orElseReported(host.facts().text(device, RdmaKeys.HARDWARE))
        .optional();
  }

  private static String plain(double gbps) {
    return gbps == Math.rint(gbps) ? String.valueOf((long) gbps) : String.valueOf(gbps);
  }
}

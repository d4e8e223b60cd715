package dev.headroom.audit.nccl;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.JobVariable;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.NcclJobs;
import dev.headroom.formats.host.RdmaPort;
import dev.headroom.formats.nccl.NcclKeys;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Rule that reports a bonded RDMA device that one queue pair per connection half uses. */
final class BondedHca extends HostRule {
  private static final String DEVICES =
      "the host's RDMA devices (ibstat, show_gids, rdma link), or a log of NCCL";

  BondedHca() {
    super(
        RuleInfo.warning("nccl.bonded-device")
            .title("connections over a bond use several queue pairs")
            .inputs(DEVICES)
            .cause(
                "A queue pair uses one port of a bond. With one queue pair per connection, half "
                    + "of the bond is idle. Separate rails that NCCL sees individually are "
                    + "better than a bond.")
            .modes(31)
            .source("NCCL environment variables, NCCL_IB_QPS_PER_CONNECTION; article S2:194"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    Map<String, Evidence> devices = devices(host);
    if (devices.isEmpty()) {
      to.missingInput(host.name(), DEVICES);
      return;
    }
    Map<String, Evidence> bonds = new LinkedHashMap<>(devices);
    bonds.keySet().removeIf(device -> !device.contains("bond"));
    ReportedValue<String> pairs = host.environment("NCCL_IB_QPS_PER_CONNECTION");
    if (bonds.isEmpty() || pairs.matches(number -> number.matches("[2-9]|\\d\\d+"))) {
      to.pass();
      return;
    }
    bonds.forEach((bond, seen) ->
        to.finding(
                host.name(),
                bond,
                pairs.isReported()
                    ? "it is a bond, and connections have one queue pair"
                    : "it is a bond, and no input shows more than one queue pair per connection")
            .severity(pairs.isReported() ? Severity.WARNING : Severity.INFO)
            .addEvidence(List.of(seen))
            .addEvidence(pairs.findEvidence().stream().toList())
            .fix(() -> Fix.of(new JobVariable("NCCL_IB_QPS_PER_CONNECTION", "2")))
            .report());
  }

  /** Devices that the host says it has, or else that a job says it uses. */
  private static Map<String, Evidence> devices(HostFacts host) {
    Map<String, Evidence> devices = new LinkedHashMap<>();
    for (RdmaPort port : host.rdmaPorts()) {
      port.facts().firstFactsOf(port.subject()).stream()
          .findFirst()
          .ifPresent(fact -> devices.putIfAbsent(port.device(), fact.evidence()));
    }
    if (devices.isEmpty()) {
      for (JobLog log : JobRuns.of(host)) {
        for (Fact fact : log.all(NcclKeys.IB_USING)) {
          NcclJobs.devices(fact).forEach(device -> devices.putIfAbsent(device, fact.evidence()));
        }
      }
    }
    return devices;
  }
}

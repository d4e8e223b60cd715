package dev.headroom.audit.nccl;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.NcclJobs;
import dev.headroom.formats.nccl.NcclKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Rule that reports nodes of one job that use different sets of RDMA devices. */
final class HcaSetMismatch extends JobRule {
  HcaSetMismatch() {
    super(
        RuleInfo.error("nccl.hca-sets-differ")
            .title("all nodes of a job use the same RDMA devices")
            .inputs(LOG)
            .cause(
                "Rings connect the n-th device of one node with the n-th device of the next. "
                    + "With different sets of devices they cross rails, use a storage NIC, or "
                    + "hang.")
            .modes(35)
            .source("NCCL environment variables, NCCL_IB_HCA"));
  }

  @Override
  protected void judge(HostFacts host, JobLog log, FindingCollector to) {
    Map<String, List<Evidence>> bySet = new TreeMap<>();
    Set<String> nodes = new TreeSet<>();
    for (Fact fact : log.all(NcclKeys.IB_USING)) {
      List<String> devices = NcclJobs.devices(fact);
      if (!devices.isEmpty()) {
        bySet
            .computeIfAbsent(String.join(",", devices), _ -> new ArrayList<>())
            .add(fact.evidence());
        nodes.add(fact.subject().name().replaceFirst(":.*", ""));
      }
    }
    if (bySet.isEmpty()) {
      to.missingInput(host.name(), "the lines 'NET/IB : Using' of a job's log");
    } else if (bySet.size() == 1 || nodes.size() == 1) {
      // Lines of one node, or of none that they name, may be of runs one after the other.
      to.pass();
    } else {
      to.finding(
              host.name(),
              log.part(),
              "nodes use different devices: " + String.join(" and ", bySet.keySet()))
          .addEvidence(bySet.values().stream().map(List::getFirst).toList())
          .fix(() ->
              Fix.advice(
                  "list the same devices in NCCL_IB_HCA on every node, after a second = that "
                      + "requests exact names: those of the rails that all nodes have"))
          .report();
    }
  }
}

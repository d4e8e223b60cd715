package dev.headroom.audit.host;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;

/** Rule that reports a GPU that reaches another over PCIe on a host where others have NVLink. */
final class GpuWithoutNvlink extends HostRule {
  GpuWithoutNvlink() {
    super(
        RuleInfo.error("gpu.nvlink-missing")
            .title("all GPUs of a host with NVSwitch reach each other over NVLink")
            .inputs("nvidia-smi topo -m")
            .cause(
                "With one GPU outside the NVLink domain, every ring inside the node runs at the "
                    + "rate of PCIe. The fabric manager is not running, or a link failed.")
            .source("nvidia-smi topo; NVIDIA Fabric Manager guide"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    List<Evidence> apart = new ArrayList<>();
    List<String> pairs = new ArrayList<>();
    int joined = 0;
    for (Subject pair : host.facts().subjects(SubjectKind.PAIR)) {
      String[] ends = pair.name().split(" ", 2);
      if (ends.length < 2
          || !ends[0].matches("GPU\\d+")
          || !ends[1].matches("GPU\\d+")
          || ends[0].equals(ends[1])) {
        continue;
      }
      List<Fact> paths = host.facts().all(pair, "path");
      if (paths.stream().map(Fact::value).distinct().count() > 1) {
        continue; // Matrices of several machines in one text: nobody knows which is which.
      }
      for (Fact path : paths) {
        if (path.value().startsWith("NV")) {
          joined++;
        } else if (!path.value().equals("X")) {
          pairs.add(pair.name());
          apart.add(path.evidence());
        }
      }
    }
    if (joined + apart.size() == 0) {
      to.missingInput(host.name(), "nvidia-smi topo -m");
      return;
    }
    // Pairs of bridged cards leave most pairs on PCIe; a domain with a hole leaves few.
    if (apart.isEmpty() || joined < 2 * apart.size()) {
      to.pass();
      return;
    }
    to.finding(
            host.name(),
            "",
            "NVLink is missing between %s and on %d more paths"
                .formatted(pairs.getFirst(), pairs.size() - 1))
        .addEvidence(apart.stream().distinct().limit(4).toList())
        .fix(() ->
            Fix.advice(
                "check nvidia-smi nvlink -s, the fabric manager (systemctl status "
                    + "nvidia-fabricmanager), and dmesg for XIDs"))
        .report();
  }
}

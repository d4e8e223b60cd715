package dev.headroom.audit.nccl;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nccl.NcclKeys;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Rule that reports ranks of one job with different versions of NCCL. */
final class VersionMismatch extends JobRule {
  VersionMismatch() {
    super(
        RuleInfo.error("nccl.version-mismatch")
            .title("all ranks run the same version of NCCL")
            .inputs(LOG)
            .cause("The versions' handshakes are incompatible. Ranks hang or fail.")
            .source("NCCL user guide, troubleshooting"));
  }

  @Override
  protected void judge(HostFacts host, JobLog log, FindingCollector to) {
    List<Fact> versions = distinct(log.all(NcclKeys.VERSION));
    if (versions.isEmpty()) {
      to.missingInput(host.name(), "the log line with NCCL's version");
    } else if (versions.size() == 1) {
      to.pass();
    } else {
      to.finding(
              host.name(),
              log.part(),
              "ranks run versions "
                  + versions.stream().map(Fact::value).collect(Collectors.joining(" and ")))
          .addEvidence(versions.stream().map(Fact::evidence).toList())
          .fix(() -> Fix.advice("use the same image or library on all nodes"))
          .report();
    }
  }

  /** One of each version; what it was built with follows in some of a library's own lines only. */
  private static List<Fact> distinct(List<Fact> said) {
    Set<String> seen = new TreeSet<>();
    return said.stream()
        .filter(version -> seen.add(version.value().replaceFirst("[ +].*", "")))
        .toList();
  }
}

package dev.headroom.audit.host;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.List;

/** Rule that reports a {@code limits.conf} that forbids pinned memory or does not mention it. */
final class ConfiguredLimits extends HostRule {
  ConfiguredLimits() {
    super(
        RuleInfo.warning("memory.limits-conf")
            .title("limits.conf lets all users pin memory")
            .inputs("/etc/security/limits.conf and limits.d")
            .cause(
                "Shells and SSH sessions start with these limits. The kernel's default is 8 MiB "
                    + "or less.")
            .modes(22)
            .source("limits.conf(5); article S3:267"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    Subject memlock = new Subject(SubjectKind.LIMIT, "memlock");
    List<Fact> configured =
        host.facts().subjects(SubjectKind.LIMIT).stream()
            .flatMap(limit ->
                host.facts().firstFactsOf(limit, key -> key.startsWith("configured.")).stream())
            .toList();
    if (configured.isEmpty()) {
      to.missingInput(host.name(), "/etc/security/limits.conf and limits.d");
      return;
    }
    List<Fact> said =
        host.facts().firstFactsOf(memlock).stream()
            .filter(fact -> fact.key().matches("configured\\.(soft|hard|both)\\.\\*"))
            .toList();
    List<Fact> tight =
        said.stream()
            .filter(fact -> !fact.value().matches("unlimited|-1|infinity|\\d{8,}"))
            .toList();
    if (!said.isEmpty() && tight.isEmpty()) {
      to.pass();
      return;
    }
    to.finding(
            host.name(),
            "memlock",
            tight.isEmpty()
                ? "no memlock limit for all users (*) is set"
                : "memlock for all users (*) is " + tight.getFirst().value())
        .addEvidence(
            (tight.isEmpty() ? configured : tight).stream().limit(2).map(Fact::evidence).toList())
        .fix(() ->
            Fix.advice(
                "printf '%s\\n' '* soft memlock unlimited' '* hard memlock unlimited' > "
                    + "/etc/security/limits.d/90-rdma.conf, for logins; jobs of slurmd, "
                    + "containerd or docker have the limit of that service (LimitMEMLOCK)"))
        .report();
  }
}

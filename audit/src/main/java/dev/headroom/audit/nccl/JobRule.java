package dev.headroom.audit.nccl;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.host.HostFacts;
import java.util.List;

/** Rule about the log of a job. */
abstract class JobRule extends HostRule {
  static final String LOG = "a log of NCCL or RCCL with NCCL_DEBUG=INFO";

  protected JobRule(RuleInfo ruleInfo) {
    super(ruleInfo);
  }

  /** Whether it makes something of a line at level WARN. */
  boolean isAbout(Fact warning) {
    return false;
  }

  @Override
  protected final void judge(HostFacts host, FindingCollector to) {
    List<JobLog> runs = JobRuns.of(host);
    if (runs.isEmpty()) {
      to.missingInput(host.name(), LOG);
    }
    runs.forEach(log -> judge(host, log, to));
  }

  /** Judges one run; findings are of {@link JobLog#part}. */
  protected abstract void judge(HostFacts host, JobLog log, FindingCollector to);
}

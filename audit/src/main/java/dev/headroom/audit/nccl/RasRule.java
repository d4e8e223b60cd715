package dev.headroom.audit.nccl;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.nccl.RasReport.Fault;
import dev.headroom.audit.nccl.RasReport.Kind;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.Set;

/** Rule about one sort of faults in the report of NCCL's RAS subsystem. */
final class RasRule extends HostRule {
  private static final String REPORT = "the report of ncclras, or of ncclras -f json";
  private static final String SOURCE =
      "NCCL User Guide, RAS; NVIDIA/nccl, src/ras/client_support.cc; NVIDIA/nccl#1911";

  private final Set<Kind> kinds;
  private final String advice;

  private RasRule(RuleInfo info, Set<Kind> kinds, String advice) {
    super(info);
    this.kinds = kinds;
    this.advice = advice;
  }

  /** Processes and ranks that do not answer. */
  static RasRule missing() {
    return new RasRule(
        RuleInfo.error("nccl.ras-ranks-missing")
            .title("RAS gets data from all ranks of the job")
            .inputs(REPORT)
            .cause(
                "The RAS thread of a process did not answer. The process has ended or hangs, or "
                    + "its node cannot be reached. All other ranks of its communicators wait.")
            .source(SOURCE),
        Set.of(Kind.INCOMPLETE, Kind.DEAD, Kind.TIMEOUT),
        "look on that node for the process (ps), for XIDs and the OOM killer in dmesg, and for the "
            + "last lines of its own log; if the node does not answer, check its network");
  }

  /** Errors of communicators. */
  static RasRule errors() {
    return new RasRule(
        RuleInfo.error("nccl.ras-errors")
            .title("no communicator reports an error")
            .inputs(REPORT)
            .cause(
                "A rank's communicator ended in an error at initialization, or in an "
                    + "asynchronous one, such as a failed transfer.")
            .source(SOURCE),
        Set.of(Kind.ERROR),
        "read the NCCL log of that rank (NCCL_DEBUG=WARN) for the first warning");
  }

  /** Ranks that are not at the same operation. */
  static RasRule mismatches() {
    return new RasRule(
        RuleInfo.warning("nccl.ras-ranks-apart")
            .title("the ranks of a communicator are at the same operation")
            .inputs(REPORT)
            .cause(
                "Ranks launched different numbers of operations, or differ in their state. For a "
                    + "moment that is normal. If the counts stand still, the ranks with the lower "
                    + "count hold up all others.")
            .source(SOURCE),
        Set.of(Kind.MISMATCH),
        "run ncclras again after a minute; if the same ranks are behind with the same counts, take "
            + "their stacks (py-spy dump -p PID) and look for a branch that skips a collective, a "
            + "slow data loader, or a faulty GPU");
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    RasReport report = RasReport.of(host);
    if (!report.isReported()) {
      to.notApplicable(host.name(), "no report of NCCL's RAS subsystem was read");
      return;
    }
    List<Fault> faults =
        report.faults().stream().filter(fault -> kinds.contains(fault.kind())).toList();
    if (faults.isEmpty()) {
      to.pass();
    }
    for (Fault fault : faults) {
      to.finding(host.name(), fault.place(), sentence(fault))
          .severity(fault.kind() == Kind.TIMEOUT ? Severity.WARNING : info().severity())
          .addEvidence(fault.evidence())
          .fix(() -> Fix.advice(advice))
          .report();
    }
  }

  private static String sentence(Fault fault) {
    String words = fault.words();
    return words.isEmpty()
        ? "RAS reports " + fault.kind()
        : Character.toLowerCase(words.charAt(0)) + words.substring(1);
  }
}

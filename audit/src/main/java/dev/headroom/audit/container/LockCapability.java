package dev.headroom.audit.container;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.kernel.ProcessStatusReader;
import java.util.List;
import java.util.Optional;

/**
 * Rule that reports processes and pods for which IPC_LOCK is granted and not in effect: a process
 * of a user other than root starts without effective capabilities.
 */
final class LockCapability extends HostRule {
  private static final Fix FIX =
      Fix.advice(
          "raise the limit where the container runtime takes it: LimitMEMLOCK=infinity in the "
              + "unit of containerd, crio or docker, and restart it; or run the container as "
              + "root; or give the program the capability: setcap cap_ipc_lock+ep FILE in the "
              + "image, with allowPrivilegeEscalation not false");

  LockCapability() {
    super(
        RuleInfo.warning("container.ipc-lock-ineffective")
            .title("IPC_LOCK is in effect for the user of the container")
            .inputs(
                "the user and capabilities in the container: id -u; ulimit -l; grep Cap "
                    + "/proc/self/status; or "
                    + PodRule.MANIFEST)
            .cause(
                "securityContext and --cap-add put a capability into the bounding set. A process "
                    + "of root gets it from there. A process of any other user starts without "
                    + "effective capabilities, unless the program's file carries them. The "
                    + "runtime's limit on pinned memory, often 8 MiB or 64 KiB, then applies to "
                    + "RDMA.")
            .modes(22)
            .source(
                "capabilities(7), transformation of capabilities during execve(); Kubernetes, "
                    + "security context; NVIDIA/nccl-tests#206"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    ReportedValue<String> effective =
        host.facts().text(ProcessStatusReader.PROCESS, ProcessStatusReader.EFFECTIVE);
    List<PodFacts> pods = PodFacts.of(host).stream().filter(pod -> pod.rdma().isPresent()).toList();
    if (effective.isReported()) {
      process(host, effective, to);
    }
    pods.forEach(pod -> pod(host, pod, to));
    if (!effective.isReported() && pods.isEmpty()) {
      to.notApplicable(host.name(), "no capabilities of a container and no RDMA pod were read");
    }
  }

  private static void process(
      HostFacts host, ReportedValue<String> effective, FindingCollector to) {
    ReportedValue<String> user =
        host.facts().text(ProcessStatusReader.PROCESS, ProcessStatusReader.USER);
    ReportedValue<String> limit = host.limit("memlock");
    if (PinnedMemoryFix.locksMemory(host).orElse(false) || limit.equalTo("unlimited")) {
      to.pass();
      return;
    }
    String who = user.isReported() ? "user " + user.get() : "this process";
    to.finding(
            host.name(),
            "process",
            "IPC_LOCK has no effect for %s (CapEff %s)".formatted(who, effective.get())
                + (limit.isReported()
                    ? ", and the limit on pinned memory stands at %s KiB".formatted(limit.get())
                    : ""))
        .severity(limit.isReported() ? Severity.ERROR : Severity.WARNING)
        .addEvidence(effective.findEvidence().stream().toList())
        .addEvidence(user.findEvidence().stream().toList())
        .addEvidence(limit.findEvidence().stream().toList())
        .fix(() -> FIX)
        .report();
  }

  private static void pod(HostFacts host, PodFacts pod, FindingCollector to) {
    Optional<Evidence> other = pod.otherUser();
    if (other.isEmpty() || !pod.mayLockMemory()) {
      to.pass();
      return;
    }
    to.finding(
            host.name(),
            "pod " + pod.name(),
            "it adds IPC_LOCK, which has no effect for a user other than root")
        .addEvidence(other.get())
        .fix(() -> FIX)
        .report();
  }
}

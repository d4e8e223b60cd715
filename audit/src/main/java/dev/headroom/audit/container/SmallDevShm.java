package dev.headroom.audit.container;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;

/** Rule that reports a /dev/shm of a container runtime's small default size. */
final class SmallDevShm extends HostRule {
  private static final long SMALL_KIB = 1L << 20;

  SmallDevShm() {
    super(
        RuleInfo.warning("container.shared-memory")
            .title("/dev/shm holds at least 1 GiB")
            .inputs("df /dev/shm")
            .cause(
                "Containers have 64 MiB by default. NCCL's buffers between ranks of a node and "
                    + "PyTorch's data loaders fail or fall back.")
            .source("NCCL user guide, troubleshooting, Docker"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    ReportedValue<Long> size =
        host.facts().number(new Subject(SubjectKind.ITEM, "shared memory"), "kib");
    if (!size.isReported()) {
      to.missingInput(host.name(), "df /dev/shm");
    } else if (size.get() >= SMALL_KIB) {
      to.pass();
    } else {
      to.finding(host.name(), "/dev/shm", "/dev/shm holds %d MiB".formatted(size.get() >> 10))
          .addEvidence(size.findEvidence().stream().toList())
          .fix(() ->
              Fix.advice(
                  "docker run --shm-size=16g --ulimit memlock=-1; in a pod, emptyDir with medium: Memory at /dev/shm"))
          .report();
    }
  }
}

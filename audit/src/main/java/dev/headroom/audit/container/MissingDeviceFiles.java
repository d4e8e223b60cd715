package dev.headroom.audit.container;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;

/**
 * Rule that reports RDMA devices that sysfs shows but no program can open, because their device
 * files are missing.
 */
final class MissingDeviceFiles extends HostRule {
  private static final String FILES = "ls -l /dev/infiniband";

  MissingDeviceFiles() {
    super(
        RuleInfo.error("container.device-files")
            .title("RDMA devices in sysfs have device files in /dev/infiniband")
            .inputs(FILES, "/sys/class/infiniband")
            .cause(
                "A container shares sysfs with its host, but not /dev. Tools list the devices, "
                    + "and libibverbs cannot open them. NCCL reports that no network plugin "
                    + "starts, or falls back to sockets.")
            .modes(1, 3)
            .source("Linux, Documentation/infiniband/user_verbs.rst; getainode/ainode PR 87"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    List<Subject> devices = host.facts().subjects(SubjectKind.RDMA);
    boolean files =
        host.facts().subjects(SubjectKind.ITEM).stream()
            .anyMatch(item -> item.name().matches("device file uverbs\\d+"));
    ReportedValue<Boolean> folder =
        host.facts().flag(new Subject(SubjectKind.ITEM, "device files"), "present");
    if (devices.isEmpty()) {
      to.notApplicable(host.name(), "it has no RDMA device");
    } else if (files) {
      to.pass();
    } else if (!folder.isReported()) {
      to.missingInput(host.name(), FILES);
    } else {
      List<Evidence> seen = new ArrayList<>(folder.findEvidence().stream().toList());
      host.facts().firstFactsOf(devices.getFirst()).stream()
          .limit(1)
          .map(Fact::evidence)
          .forEach(seen::add);
      to.finding(
              host.name(),
              "/dev/infiniband",
              "%d RDMA devices are in sysfs, and /dev/infiniband is missing"
                  .formatted(devices.size()))
          .addEvidence(seen)
          .fix(() ->
              Fix.advice(
                  "docker run --device=/dev/infiniband --cap-add=IPC_LOCK; in a pod request the "
                      + "resource of an RDMA device plugin"))
          .report();
    }
  }
}

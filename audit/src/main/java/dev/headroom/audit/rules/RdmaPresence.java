package dev.headroom.audit.rules;

import dev.headroom.audit.Finding;
import dev.headroom.audit.Severity;
import dev.headroom.audit.pci.PciTopology;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.pci.PciKeys;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Check whether a host uses RDMA at all. Rules about memory, kernel and TCP run on any host, but
 * what they find is a fault for the sake of RDMA: on a desk's workstation it is worth a note.
 */
public final class RdmaPresence {
  /** What is broken wherever it is seen. */
  private static final Set<String> ANYWHERE =
      Set.of(
          "gpu.xid",
          "gpu.row-remapped",
          "gpu.contained-error",
          "gpu.recovery-asked",
          "gpu.off-bus-in-log",
          "gpu.diag-failed",
          "gpu.reset-in-log",
          "gpu.reset-required",
          "gpu.hot",
          "gpu.memory-errors",
          "gpu.sram-threshold",
          "gpu.remap-failed",
          "gpu.remap-pending",
          "gpu.firmware-silent",
          "gpu.amd-memory-error",
          "gpu.amd-reset",
          "pcie.device-gone",
          "pcie.slot-link-down",
          "kernel.broken",
          "kernel.cpu-stuck",
          "kernel.file-limit",
          "kernel.memory-error",
          "kernel.out-of-memory");

  private static final List<SubjectKind> ABOUT_RDMA =
      List.of(
          SubjectKind.RANK,
          SubjectKind.NODE,
          SubjectKind.LINK,
          SubjectKind.SWITCH,
          SubjectKind.SWITCH_SETTING,
          SubjectKind.SWITCH_PORT);

  private static final Pattern DRIVERS =
      Pattern.compile(
          "(mlx[45]_(core|ib|en)|bnxt_re|irdma|ionic_rdma|mana_ib|erdma|hfi1|efa|qedr|hns_roce\\w*|iw_cxgb4)\\b");

  private RdmaPresence() {}

  /** Whether it has a device that does RDMA, is a switch, or speaks of a fabric or a job. */
  public static boolean isRdmaHost(HostFacts host) {
    return !host.rdmaPorts().isEmpty()
        || !host.rdmaDevices().isEmpty()
        || PciTopology.of(host).hasRdma()
        || !host.distances().nics().isEmpty()
        || ABOUT_RDMA.stream().anyMatch(thing -> !host.facts().subjects(thing).isEmpty())
        || isOfAJob(host)
        || isLogged(host)
        || SwitchVendors.qos(host).isPresent();
  }

  /** Whether the kernel's log has a word of a driver of NICs that do RDMA. */
  private static boolean isLogged(HostFacts host) {
    return host.facts().subjects(SubjectKind.EVENT).stream()
        .anyMatch(event ->
            host.facts().text(event, "speaker").matches(who -> DRIVERS.matcher(who).lookingAt()));
  }

  /** Whether its PCI functions come from a file of NCCL's: that lists only what a job may use. */
  private static boolean isOfAJob(HostFacts host) {
    return host.facts().subjects(SubjectKind.PCI).stream()
        .anyMatch(pci -> host.facts().first(pci, "nccl.xml.busid").isPresent());
  }

  /**
   * Whether somebody looked and there is none: PCI functions are listed, or a bundle was collected.
   * Where only few outputs were pasted, nobody has said that there is none.
   */
  public static boolean isMissing(HostFacts host) {
    return !isRdmaHost(host)
        && (isListed(host) || host.facts().text(Subject.host(), "bundle.host").isReported());
  }

  /** Whether somebody listed the PCI functions; a log that names one lists none. */
  private static boolean isListed(HostFacts host) {
    return host.facts().subjects(SubjectKind.PCI).stream()
        .anyMatch(pci -> host.facts().first(pci, PciKeys.CLASS).isPresent());
  }

  /**
   * The same finding, or a note of it where there is no RDMA. A site's own is as grave as it says.
   */
  public static Finding adjustSeverity(HostFacts host, Finding finding) {
    return finding.severity() == Severity.INFO
            || ANYWHERE.contains(finding.rule())
            || RuleCatalogue.named(finding.rule()).isEmpty()
            || !isMissing(host)
        ? finding
        : finding.with(Severity.INFO);
  }
}

package dev.headroom.audit.host;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.KernelArgument;
import dev.headroom.audit.pci.VirtualizationCheck;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Rule that reports an IOMMU that translates each device access. */
final class IommuTranslation extends HostRule {
  private static final String INPUT = "/proc/cmdline, or dmesg from boot on";
  private static final Pattern BOOTED = Pattern.compile("^Command line: ");

  /** What devices get by default; the kernel says so whether or not there is an IOMMU. */
  private static final Pattern DOMAIN =
      Pattern.compile("^iommu: Default domain type: (?:Translated|Passthrough)");

  /** That an IOMMU is switched on (Linux, drivers/iommu/intel/dmar.c). */
  private static final Pattern AT_WORK = Pattern.compile("^DMAR: IOMMU enabled");

  IommuTranslation() {
    super(
        RuleInfo.warning("pcie.iommu-translates")
            .title("the IOMMU is in passthrough mode for the host's devices")
            .inputs(INPUT)
            .cause(
                "With translation on, each NIC access needs a lookup, and traffic between "
                    + "devices goes up to the IOMMU. Adjacent GPUs and NICs no longer exchange "
                    + "data directly, and P2P can hang.")
            .modes(16)
            .source(
                "Linux Documentation/admin-guide/kernel-parameters (iommu=); drivers/iommu/iommu.c; NVIDIA/nccl-tests#115"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    ReportedValue<String> line = host.facts().text(Subject.host(), "cmdline");
    Optional<Fact> booted = said(host, BOOTED);
    String text = " " + line.orElse(booted.map(Fact::value).orElse("")) + " ";
    Optional<Fact> domain = said(host, DOMAIN);
    boolean on =
        text.matches(".* (intel_iommu=on|amd_iommu=on|amd_iommu=force_enable|iommu=force)[ ,].*")
            || (domain.isPresent() && said(host, AT_WORK).isPresent());
    boolean through =
        text.matches(
                ".* (iommu=pt|iommu\\.passthrough=1|amd_iommu=off|intel_iommu=off|iommu=off) .*")
            || domain.filter(fact -> fact.value().contains("Passthrough")).isPresent();
    if (!line.isReported() && booted.isEmpty() && (!on || through)) {
      to.missingInput(host.name(), INPUT);
      return;
    }
    if (!on || through) {
      to.pass();
      return;
    }
    Optional<String> guests = VirtualizationCheck.of(host);
    to.finding(host.name(), "", "the IOMMU is on and translates (no iommu=pt)")
        .addEvidence(line.findEvidence().stream().toList())
        .addEvidence(line.isReported() ? List.of() : booted.stream().map(Fact::evidence).toList())
        .addEvidence(domain.stream().map(Fact::evidence).toList())
        .fix(() ->
            guests.isPresent()
                ? Fix.unavailableReason(
                    "passthrough removes the isolation of devices, and " + guests.get())
                : Fix.of(
                    new KernelArgument(
                        "iommu=pt", "the host's devices can then access all of its memory")))
        .report();
  }

  private static Optional<Fact> said(HostFacts host, Pattern words) {
    return host.facts().subjects(SubjectKind.EVENT).stream()
        .flatMap(event -> host.facts().all(event, "kernel").stream())
        .filter(fact -> words.matcher(fact.value()).find())
        .findFirst();
  }
}

package dev.headroom.audit.host;

import dev.headroom.audit.Card;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.Judgement;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.KernelArgument;
import dev.headroom.audit.pci.Guests;
import dev.headroom.formats.fact.Known;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import java.util.Optional;

/** An IOMMU that translates each access of devices. */
final class IommuTranslates extends HostRule {
  IommuTranslates() {
    super(
        Card.warning("pcie.iommu-translates")
            .title("the IOMMU passes DMA of the host's own devices through")
            .needs("/proc/cmdline")
            .cause(
                "With translation on, each access of a NIC is looked up, and traffic between devices goes"
                    + " up to the IOMMU: GPUs and NICs beside each other no longer talk directly, and"
                    + " P2P can hang.")
            .modes(16)
            .source(
                "Linux Documentation/admin-guide/kernel-parameters (iommu=); NVIDIA/nccl-tests#115"));
  }

  @Override
  protected void judge(HostFacts host, Judgement to) {
    Known<String> line = host.facts().text(Subject.host(), "cmdline");
    if (!line.isSaid()) {
      to.needs(host.name(), "/proc/cmdline");
      return;
    }
    String text = " " + line.get() + " ";
    boolean on =
        text.matches(".* (intel_iommu=on|amd_iommu=on|amd_iommu=force_enable|iommu=force)[ ,].*");
    boolean through =
        text.matches(
            ".* (iommu=pt|iommu\\.passthrough=1|amd_iommu=off|intel_iommu=off|iommu=off) .*");
    if (!on || through) {
      to.pass();
      return;
    }
    Optional<String> guests = Guests.of(host);
    to.find(host.name(), "", "the IOMMU is on and translates (no iommu=pt)")
        .seen(line.where().stream().toList())
        .fix(() ->
            guests.isPresent()
                ? Fix.withheld(
                    "passing DMA through takes the isolation of devices, and " + guests.get())
                : Fix.of(
                    new KernelArgument(
                        "iommu=pt", "devices of the host then reach all of its memory")))
        .report();
  }
}

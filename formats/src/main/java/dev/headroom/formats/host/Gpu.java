package dev.headroom.formats.host;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.pci.PciKeys;

/** GPU, identified by its number. */
public record Gpu(FactSet facts, Subject subject) {

  public String number() {
    return subject.name();
  }

  public ReportedValue<String> product() {
    return facts.text(subject, "product");
  }

  /** Its PCI address. */
  public ReportedValue<String> pci() {
    return facts.text(subject, "pci");
  }

  /** The lanes of its PCIe link, as its driver says. */
  public ReportedValue<Long> linkWidth() {
    return facts.number(subject, PciKeys.LINK_WIDTH);
  }

  public ReportedValue<Long> linkMaxWidth() {
    return facts.number(subject, PciKeys.LINK_MAX_WIDTH);
  }

  /** The node of the CPUs next to it. */
  public ReportedValue<Long> numaNode() {
    return facts.number(subject, "numa");
  }

  /** The CPUs next to it: {@code 0-55,112-167}. */
  public ReportedValue<String> cpus() {
    return facts.text(subject, "cpus");
  }

  /** Version of its firmware (VBIOS), whichever tool prints it. */
  public ReportedValue<String> vbios() {
    return text("vbios-version")
        .orElseReported(text("vbios_version"))
        .orElseReported(text("nvidia-smi.query.vbios-version"));
  }

  public ReportedValue<String> text(String key) {
    return facts.text(subject, key);
  }
}

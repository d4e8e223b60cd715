package dev.headroom.formats.host;

import dev.headroom.formats.fact.Facts;
import dev.headroom.formats.fact.Known;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.pci.PciKeys;

/** GPU, identified by its number. */
public record Gpu(Facts facts, Subject subject) {

  public String number() {
    return subject.name();
  }

  public Known<String> product() {
    return facts.text(subject, "product");
  }

  /** Its PCI address. */
  public Known<String> pci() {
    return facts.text(subject, "pci");
  }

  /** The lanes of its PCIe link, as its driver says. */
  public Known<Long> linkWidth() {
    return facts.number(subject, PciKeys.LINK_WIDTH);
  }

  public Known<Long> linkMaxWidth() {
    return facts.number(subject, PciKeys.LINK_MAX_WIDTH);
  }

  /** The node of the CPUs next to it. */
  public Known<Long> numaNode() {
    return facts.number(subject, "numa");
  }

  /** The CPUs next to it: {@code 0-55,112-167}. */
  public Known<String> cpus() {
    return facts.text(subject, "cpus");
  }

  public Known<String> text(String key) {
    return facts.text(subject, key);
  }
}

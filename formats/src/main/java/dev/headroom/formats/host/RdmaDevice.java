package dev.headroom.formats.host;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.rdma.RdmaKeys;
import java.util.List;

/** RDMA device, such as {@code mlx5_0}. */
public record RdmaDevice(FactSet facts, Subject subject) {

  public String name() {
    return subject.name();
  }

  public ReportedValue<String> firmware() {
    return facts.text(subject, RdmaKeys.FIRMWARE);
  }

  /** What it is: {@code MT4129}. */
  public ReportedValue<String> hardware() {
    return facts.text(subject, RdmaKeys.HARDWARE);
  }

  /** Its PCI address. */
  public ReportedValue<String> pci() {
    return facts.text(subject, RdmaKeys.PCI);
  }

  public List<RdmaPort> ports() {
    return facts.subjects(SubjectKind.PORT).stream()
        .filter(port -> port.owner().equals(name()))
        .map(port -> new RdmaPort(facts, port))
        .toList();
  }
}

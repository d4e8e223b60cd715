package dev.headroom.formats.host;

import dev.headroom.formats.fact.Facts;
import dev.headroom.formats.fact.Known;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.rdma.RdmaKeys;
import java.util.List;

/** RDMA device, such as {@code mlx5_0}. */
public record RdmaDevice(Facts facts, Subject subject) {

  public String name() {
    return subject.name();
  }

  public Known<String> firmware() {
    return facts.text(subject, RdmaKeys.FIRMWARE);
  }

  /** What it is: {@code MT4129}. */
  public Known<String> hardware() {
    return facts.text(subject, RdmaKeys.HARDWARE);
  }

  /** Its PCI address. */
  public Known<String> pci() {
    return facts.text(subject, RdmaKeys.PCI);
  }

  public List<RdmaPort> ports() {
    return facts.subjects(Thing.PORT).stream()
        .filter(port -> port.owner().equals(name()))
        .map(port -> new RdmaPort(facts, port))
        .toList();
  }
}

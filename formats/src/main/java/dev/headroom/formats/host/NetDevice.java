package dev.headroom.formats.host;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.rdma.RdmaKeys;

/** Network interface. */
public record NetDevice(FactSet facts, Subject subject) {

  public String name() {
    return subject.name();
  }

  public ReportedValue<Long> mtu() {
    return facts.number(subject, "mtu");
  }

  public ReportedValue<String> driver() {
    return facts.text(subject, "driver");
  }

  public ReportedValue<String> pci() {
    return facts.text(subject, "pci");
  }

  /** Whether 802.3x pause is on: {@code rx} or {@code tx}. */
  public ReportedValue<Boolean> pause(String direction) {
    return facts.flag(subject, "pause." + direction);
  }

  public ReportedValue<Long> counter(String name) {
    return facts.number(subject, RdmaKeys.counter(name));
  }
}

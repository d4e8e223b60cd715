package dev.headroom.formats.host;

import dev.headroom.formats.fact.Facts;
import dev.headroom.formats.fact.Known;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.rdma.RdmaKeys;

/** Network interface. */
public record NetDevice(Facts facts, Subject subject) {

  public String name() {
    return subject.name();
  }

  public Known<Long> mtu() {
    return facts.number(subject, "mtu");
  }

  public Known<String> driver() {
    return facts.text(subject, "driver");
  }

  public Known<String> pci() {
    return facts.text(subject, "pci");
  }

  /** Whether 802.3x pause is on: {@code rx} or {@code tx}. */
  public Known<Boolean> pause(String direction) {
    return facts.flag(subject, "pause." + direction);
  }

  public Known<Long> counter(String name) {
    return facts.number(subject, RdmaKeys.counter(name));
  }
}

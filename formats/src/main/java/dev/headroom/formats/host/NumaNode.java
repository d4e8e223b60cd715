package dev.headroom.formats.host;

import dev.headroom.formats.fact.Facts;
import dev.headroom.formats.fact.Known;
import dev.headroom.formats.fact.Subject;

/** A NUMA node. */
public record NumaNode(Facts facts, Subject subject) {

  public String number() {
    return subject.name();
  }

  /** Its CPUs: {@code 0-55,112-167}, or with blanks between them. */
  public Known<String> cpus() {
    return facts.text(subject, "cpus");
  }

  /** To each node in order, 10 being its own memory. */
  public Known<String> distances() {
    return facts.text(subject, "distances");
  }
}

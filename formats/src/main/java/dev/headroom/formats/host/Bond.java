package dev.headroom.formats.host;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import java.util.List;

/** Bond of network interfaces in the kernel. */
public record Bond(FactSet facts, Subject subject) {

  /** Its interface: {@code bond0}; where nobody names it, the line and file that tell of it. */
  public String name() {
    return subject.name();
  }

  /** As {@code ip link add ... type bond mode} takes it: {@code 802.3ad}, {@code active-backup}. */
  public ReportedValue<String> mode() {
    return facts.text(subject, "bond.mode").map(mode -> mode.replaceFirst(" \\d$", ""));
  }

  /** The MAC address of the switch that answers with LACP; all zeros where none does. */
  public ReportedValue<String> partner() {
    return facts.text(subject, "bond.partner");
  }

  /** The group of ports that carries its traffic, by LACP's number; "none" where none does. */
  public ReportedValue<String> aggregator() {
    return facts.text(subject, "bond.aggregator");
  }

  /** Those that say so themselves, by name. */
  public List<Port> ports() {
    return facts.subjects(subject.kind()).stream()
        .filter(each -> facts.text(each, "master").equalTo(subject.name()))
        .map(each -> new Port(facts, each))
        .toList();
  }

  /** One of its interfaces. */
  public record Port(FactSet facts, Subject subject) {
    public String name() {
      return subject.name();
    }

    /** up, down, or on its way to either: {@code going down}, {@code going back}. */
    public ReportedValue<String> state() {
      return facts.text(subject, "bond.port.mii-status");
    }

    /** How often its link went down since it belongs to the bond. */
    public ReportedValue<Long> failures() {
      return facts.number(subject, "bond.port.failures");
    }

    /** 10^6 bits a second. */
    public ReportedValue<Long> speedMbps() {
      return facts.number(subject, "bond.port.speed.mbps");
    }

    /** The group of ports that it can be joined with, by LACP's number. */
    public ReportedValue<String> aggregator() {
      return facts.text(subject, "bond.port.aggregator");
    }
  }
}

package dev.headroom.formats.switches.table;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.TextLine;

/** LLDP neighbours of a switch port, with the keys that cabling uses. */
final class LldpNeighbors {
  static final String LOCAL = "local-port";
  static final String DEVICE = "neighbor-device-id";
  static final String PORT = "neighbor-port-id";

  private LldpNeighbors() {}

  /** A neighbour of a port, of which there may be several behind a hub. */
  static Subject at(String port, int number) {
    return new Subject(
        SubjectKind.ITEM, "lldp neighbor|" + port + (number > 1 ? "|" + number : ""));
  }

  /** Says which port it is that hears. */
  static Subject addLocalPort(TextLine line, String port, int number, FactSink sink) {
    Subject neighbor = at(port, number);
    sink.add(line, neighbor, LOCAL, port);
    return neighbor;
  }
}

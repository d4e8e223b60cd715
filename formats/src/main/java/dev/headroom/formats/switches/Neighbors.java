package dev.headroom.formats.switches;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Line;

/** LLDP neighbours of a switch port, with the keys that cabling uses. */
final class Neighbors {
  static final String LOCAL = "local-port";
  static final String DEVICE = "neighbor-device-id";
  static final String PORT = "neighbor-port-id";

  private Neighbors() {}

  /** A neighbour of a port, of which there may be several behind a hub. */
  static Subject at(String port, int number) {
    return new Subject(Thing.ITEM, "lldp neighbor|" + port + (number > 1 ? "|" + number : ""));
  }

  /** Says which port it is that hears. */
  static Subject hears(Line line, String port, int number, FactSink sink) {
    Subject neighbor = at(port, number);
    sink.say(line, neighbor, LOCAL, port);
    return neighbor;
  }
}

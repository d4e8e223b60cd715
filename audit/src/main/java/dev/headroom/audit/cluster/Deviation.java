package dev.headroom.audit.cluster;

import java.util.List;

/**
 * Setting of a few devices that differs from that of most devices of their kind.
 *
 * @param nodes names of the scenario's nodes
 * @param knob the setting as scenarios name it
 * @param found its value there; {@code none} if the devices do not have it
 * @param usual its value at most devices of the kind
 * @param others number of devices with the usual value
 */
public record Deviation(List<String> nodes, String knob, String found, String usual, int others) {
  public Deviation {
    nodes = List.copyOf(nodes);
  }

  /** In one sentence without its full stop. */
  public String text() {
    return "%s %s on %s, %s on %d others"
        .formatted(knob, found, String.join(", ", nodes), usual, others);
  }
}

package dev.headroom.audit.cluster;

import java.util.List;

/**
 * Setting of a few devices that differs from that of most devices of their kind.
 *
 * @param nodes names of the scenario's nodes
 * @param knob the setting as scenarios name it
 * @param found its value there; {@code none} if the devices do not have it
 * @param usual its value at most devices of the kind
 * @param others number of devices with the usual value, or of those that agree with it
 * @param reason why it is the right one, where no value has a majority; blank where it has
 */
public record Deviation(
    List<String> nodes, String knob, String found, String usual, int others, String reason) {
  /** One with a value that most devices of the kind have. */
  public Deviation(List<String> nodes, String knob, String found, String usual, int others) {
    this(nodes, knob, found, usual, others, "");
  }

  public Deviation {
    nodes = List.copyOf(nodes);
  }

  /** In one sentence without its full stop. */
  public String text() {
    String at = String.join(", ", nodes);
    return reason.isEmpty()
        ? "%s %s on %s, %s on %d others".formatted(knob, found, at, usual, others)
        : "%s %s on %s, now %s: %s".formatted(knob, found, at, usual, reason);
  }
}

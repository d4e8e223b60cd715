package dev.headroom.formats.nic;

import dev.headroom.formats.emit.DeviceChange;
import java.util.List;

/**
 * Part of a NIC's QoS as it is written: one setting, or one step of it.
 *
 * @param lines what changes
 * @param changes what they mean to the knobs, also what the tool refuses
 * @param lasting commands of all its values, also of those that are there, for the file that lasts
 */
record QosPart(List<QosLine> lines, List<DeviceChange> changes, List<UnitCommand> lasting) {
  /** Nothing to write. */
  static final QosPart NONE = new QosPart(List.of(), List.of(), List.of());

  /** Keeps copies. */
  QosPart {
    lines = List.copyOf(lines);
    changes = List.copyOf(changes);
    lasting = List.copyOf(lasting);
  }

  /** Lines that last as they are, and set one thing together. */
  static QosPart of(String setting, List<QosLine> lines, List<DeviceChange> changes) {
    return new QosPart(
        lines, changes, UnitCommand.of(setting, lines.stream().map(QosLine::command).toList()));
  }

  /** A knob that cannot be written. */
  static QosPart refused(DeviceChange change) {
    return new QosPart(List.of(), List.of(change), List.of());
  }
}

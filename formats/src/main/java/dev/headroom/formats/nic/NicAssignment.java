package dev.headroom.formats.nic;

import dev.headroom.formats.emit.DeviceChange;
import java.util.Optional;

/**
 * Setting of a NIC with its new value.
 *
 * @param place a file, or a command without its options
 * @param before the present value; empty if nothing says
 * @param form the text that carries a value, with {@code {value}} for it
 */
record NicAssignment(
    String place, String form, Optional<String> before, String value, DeviceChange change) {
  /** The text with the new value. */
  String text() {
    return form.replace("{value}", value);
  }

  /** The text with the present value; empty if nothing says. */
  Optional<String> undo() {
    return before.map(text -> form.replace("{value}", text));
  }
}

package dev.headroom.formats.switches.write;

import dev.headroom.formats.emit.Exactness;
import dev.headroom.formats.setting.DeviceSetting;
import java.util.Optional;

/**
 * Value of a hole in statements.
 *
 * @param setting the row that it is of
 * @param text as the device writes it; blank if the device has no such value
 * @param wanted the knob's wanted value; empty if it stays as it is
 * @param before the device's present text; empty if nothing says
 * @param isChanged whether the wanted value differs from the present one
 */
record HoleValue(
    DeviceSetting setting,
    String text,
    Optional<String> wanted,
    Optional<String> before,
    boolean isChanged,
    Exactness exactness) {
  boolean isUsable() {
    return !text.isEmpty();
  }
}

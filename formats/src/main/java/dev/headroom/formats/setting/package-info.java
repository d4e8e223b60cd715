/**
 * Settings of devices that the simulator has knobs for: where a device's language writes them, in
 * which unit, range and steps, and the conversion to a knob and back.
 *
 * <p>{@link dev.headroom.formats.setting.DeviceSetting} is a row of a device's table. The package
 * of each vendor has its table.
 */
@NullMarked
package dev.headroom.formats.setting;

import org.jspecify.annotations.NullMarked;

package dev.headroom.formats.emit;

import dev.headroom.formats.setting.DeviceSetting;

/**
 * Hole of statements that a knob fills.
 *
 * @param hole its name in the forms
 * @param setting the row with unit, range and steps
 */
public record ValueHole(String hole, DeviceSetting setting) {}

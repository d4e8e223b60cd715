/**
 * Knobs: all settings of a scenario, each declared once.
 *
 * <p>A {@link dev.headroom.model.knob.Knob} has a name, unit, default, range and source; {@link
 * dev.headroom.model.knob.Knobs} lists them all; {@link dev.headroom.model.knob.Settings} holds the
 * values of one scenario. The YAML loader, the schema, the reference file and {@code headroom
 * knobs} use the same list.
 */
@NullMarked
package dev.headroom.model.knob;

import org.jspecify.annotations.NullMarked;

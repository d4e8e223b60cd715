/**
 * Knobs: everything that a person can turn, once.
 *
 * <p>A {@link dev.headroom.model.knob.Knob} says what a setting is (name, unit, default, range,
 * source); {@link dev.headroom.model.knob.Knobs} lists them all; {@link
 * dev.headroom.model.knob.Settings} holds the values of one scenario. The YAML loader, the schema,
 * the reference file and {@code headroom knobs} are all read off the same list.
 */
@NullMarked
package dev.headroom.model.knob;

import org.jspecify.annotations.NullMarked;

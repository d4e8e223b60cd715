/**
 * Spaces of settings: the knobs that a search may move, with the values that the fabric's devices
 * accept.
 *
 * <p>A {@link dev.headroom.tune.space.Space} is a list of {@link
 * dev.headroom.tune.space.Dimension}s. A dimension is a finite list of texts, such as {@code 40KB},
 * {@code 50KB}, {@code 60KB}; a code is a place in the list. Each text is a value of the knob and
 * of each device that sets it. A {@link dev.headroom.tune.space.Candidate} is one text for each
 * dimension.
 *
 * <p>{@link dev.headroom.tune.space.KnobSpaces} makes a space of patterns such as {@code
 * congestion.*}, and {@link dev.headroom.tune.space.SpaceReader} of a space file. {@link
 * dev.headroom.tune.space.DeviceTables} holds the settings of the fabric's devices, and {@link
 * dev.headroom.tune.space.SettingGrid} the values that all of them accept. {@code ranges.yaml}
 * lists the knobs that are searched by default, with range and source.
 */
@NullMarked
package dev.headroom.tune.space;

import org.jspecify.annotations.NullMarked;

/**
 * Settings declared in records. A component with {@link dev.headroom.unit.setting.Setting} gives a
 * value's name in a scenario, unit, range, default, meaning and source.
 *
 * <p>Knobs, the reference page and range checks are made from these annotations. Start at {@link
 * dev.headroom.unit.setting.SettingsType}.
 */
@NullMarked
package dev.headroom.unit.setting;

import org.jspecify.annotations.NullMarked;

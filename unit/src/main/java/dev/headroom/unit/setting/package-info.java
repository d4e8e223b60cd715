/**
 * Settings declared where they are used: a record whose components carry {@link
 * dev.headroom.unit.setting.Setting} says of each value its name in a scenario, unit, range,
 * default, meaning and source. Knobs, the reference page and range checks are made from that.
 *
 * <p>In comes what somebody has set, out goes a record. Start with {@link
 * dev.headroom.unit.setting.SettingsType}.
 */
@NullMarked
package dev.headroom.unit.setting;

import org.jspecify.annotations.NullMarked;

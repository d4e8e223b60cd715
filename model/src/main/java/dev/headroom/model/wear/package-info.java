/**
 * Optical modules that heat up and age: {@link dev.headroom.model.wear.WornLink} has the settings
 * of one, {@link dev.headroom.model.wear.ModuleTemperature} its temperature, {@link
 * dev.headroom.model.wear.Pam4} the bit errors from heat and lost light, {@link
 * dev.headroom.model.wear.ReedSolomon} the errors left after FEC.
 *
 * <p>{@link dev.headroom.model.wear.ModuleLife} combines them over time into link failures and
 * counters.
 */
@NullMarked
package dev.headroom.model.wear;

import org.jspecify.annotations.NullMarked;

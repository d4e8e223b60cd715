/**
 * Optical modules that run warm and age: {@link dev.headroom.model.wear.WornLink} is what a
 * scenario says of one, {@link dev.headroom.model.wear.ModuleTemperature} how hot it gets, {@link
 * dev.headroom.model.wear.Pam4} what heat and lost light do to its bits, {@link
 * dev.headroom.model.wear.ReedSolomon} what error correction leaves of that, and {@link
 * dev.headroom.model.wear.ModuleLife} all of it over time: failures of its link, and counters.
 */
@NullMarked
package dev.headroom.model.wear;

import org.jspecify.annotations.NullMarked;

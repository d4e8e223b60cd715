/**
 * Settings of a switch in its language: what changes against its configuration, or all of it where
 * there is none.
 *
 * <p>{@link dev.headroom.formats.switches.write.SwitchEmitter} makes an emission of wanted knobs.
 * The tables of statements are in the package of each vendor.
 */
@NullMarked
package dev.headroom.formats.switches.write;

import org.jspecify.annotations.NullMarked;

/** Cumulus Linux by its own words: what {@code nv set} sets and {@code nv show} prints. */
@NullMarked
package dev.headroom.formats.switches.nvue;

import org.jspecify.annotations.NullMarked;

/** Cumulus Linux by NVUE: the settings of {@code nv set} and the output of {@code nv show}. */
@NullMarked
package dev.headroom.formats.switches.nvue;

import org.jspecify.annotations.NullMarked;

/** Mellanox Onyx (MLNX-OS): configuration, and the output of its commands. */
@NullMarked
package dev.headroom.formats.switches.onyx;

import org.jspecify.annotations.NullMarked;

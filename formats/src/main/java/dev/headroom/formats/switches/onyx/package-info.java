/** Mellanox Onyx (MLNX-OS): its configuration, and what its commands print. */
@NullMarked
package dev.headroom.formats.switches.onyx;

import org.jspecify.annotations.NullMarked;

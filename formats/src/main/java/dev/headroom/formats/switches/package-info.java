/** Switches: their configurations, and the tables that their show commands print. */
@NullMarked
package dev.headroom.formats.switches;

import org.jspecify.annotations.NullMarked;

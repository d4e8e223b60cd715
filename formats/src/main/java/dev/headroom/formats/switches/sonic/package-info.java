/**
 * SONiC: CONFIG_DB, the shell of Enterprise SONiC, and the output of their commands. {@link
 * dev.headroom.formats.switches.sonic.SonicConfiguration} reads CONFIG_DB.
 */
@NullMarked
package dev.headroom.formats.switches.sonic;

import org.jspecify.annotations.NullMarked;

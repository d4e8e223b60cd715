/** SONiC: CONFIG_DB, the shell of Enterprise SONiC, and what their commands print. */
@NullMarked
package dev.headroom.formats.switches.sonic;

import org.jspecify.annotations.NullMarked;

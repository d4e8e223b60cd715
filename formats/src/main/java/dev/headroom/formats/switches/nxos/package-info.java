/** Cisco NX-OS: its configuration, and what its commands print as text and as JSON. */
@NullMarked
package dev.headroom.formats.switches.nxos;

import org.jspecify.annotations.NullMarked;

/** Cisco NX-OS: configuration, and the text and JSON of its commands. */
@NullMarked
package dev.headroom.formats.switches.nxos;

import org.jspecify.annotations.NullMarked;

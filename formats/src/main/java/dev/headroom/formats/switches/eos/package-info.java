/** Arista EOS: its configuration, and what its commands print as text and as JSON. */
@NullMarked
package dev.headroom.formats.switches.eos;

import org.jspecify.annotations.NullMarked;

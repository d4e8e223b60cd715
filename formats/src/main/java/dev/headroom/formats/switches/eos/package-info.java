/** Arista EOS: configuration, and the text and JSON of its commands. */
@NullMarked
package dev.headroom.formats.switches.eos;

import org.jspecify.annotations.NullMarked;

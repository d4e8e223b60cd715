/**
 * Which port of a host hangs on which port of a switch, and what says so. Begin at {@link
 * dev.headroom.formats.cabling.Cabling}.
 */
@NullMarked
package dev.headroom.formats.cabling;

import org.jspecify.annotations.NullMarked;

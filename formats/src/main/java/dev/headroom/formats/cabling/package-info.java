/**
 * Cabling between hosts and switches: the switch port of each host port, with its evidence. Start
 * at {@link dev.headroom.formats.cabling.Cabling}.
 */
@NullMarked
package dev.headroom.formats.cabling;

import org.jspecify.annotations.NullMarked;

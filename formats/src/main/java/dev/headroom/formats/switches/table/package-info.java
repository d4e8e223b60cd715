/**
 * Readers of tables that switches of several vendors print: counters and states of ports,
 * neighbours, addresses, transceivers. Start with {@link
 * dev.headroom.formats.switches.table.ShowTableReader}.
 */
@NullMarked
package dev.headroom.formats.switches.table;

import org.jspecify.annotations.NullMarked;

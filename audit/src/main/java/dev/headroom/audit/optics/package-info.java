/** Cables and transceivers, as their own sensors and the NIC's counters tell. */
@NullMarked
package dev.headroom.audit.optics;

import org.jspecify.annotations.NullMarked;

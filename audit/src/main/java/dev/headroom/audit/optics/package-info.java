/** Rules about cables and transceivers, from their sensors and the NIC's counters. */
@NullMarked
package dev.headroom.audit.optics;

import org.jspecify.annotations.NullMarked;

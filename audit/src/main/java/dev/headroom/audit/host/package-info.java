/**
 * Rules about the host around the NIC: modules, memory, processors, kernel settings, containers,
 * QoS.
 */
@NullMarked
package dev.headroom.audit.host;

import org.jspecify.annotations.NullMarked;

/**
 * What imitates ns-3, as HPCC's simulator uses it: its random numbers, PFC frames, telemetry and
 * addresses. These take the place of parts of {@code fabric} and {@code switching} when a network
 * is built; where nothing is imitated they are not there.
 */
@NullMarked
package dev.headroom.sim.ns3;

import org.jspecify.annotations.NullMarked;

/**
 * Imitations of ns-3 as HPCC's simulator uses it: random numbers, PFC frames, telemetry and
 * addresses.
 *
 * <p>They replace parts of {@code fabric} and {@code switching} when a network is built for such a
 * run; other runs do not use them.
 */
@NullMarked
package dev.headroom.sim.ns3;

import org.jspecify.annotations.NullMarked;

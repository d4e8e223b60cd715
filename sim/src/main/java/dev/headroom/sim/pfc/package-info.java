/**
 * Priority flow control (IEEE 802.1Q clause 36): both ends of a pause at a port, and the PFC
 * watchdog. Start at {@link dev.headroom.sim.pfc.Pfc}.
 *
 * <p>The XOFF threshold of a switch is in {@code switching.SharedBuffer}.
 */
@NullMarked
package dev.headroom.sim.pfc;

import org.jspecify.annotations.NullMarked;

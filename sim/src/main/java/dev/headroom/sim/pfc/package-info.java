/**
 * Priority flow control (IEEE 802.1Q clause 36): both halves of it at a port, and the watchdog that
 * looks after paused queues. Start with {@link dev.headroom.sim.pfc.Pfc}.
 */
@NullMarked
package dev.headroom.sim.pfc;

import org.jspecify.annotations.NullMarked;

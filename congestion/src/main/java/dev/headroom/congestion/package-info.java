/**
 * Congestion controllers: pure state machines, time and feedback in, rate and window out.
 *
 * <p>A {@link dev.headroom.congestion.Controller} is the sender's half for one queue pair. It knows
 * neither packets nor sockets nor events, so the simulator and a real endpoint can drive the same
 * class. Its timers are advanced when somebody asks, never by an event of their own. Start with
 * {@link dev.headroom.congestion.DcqcnVendor}.
 */
@NullMarked
package dev.headroom.congestion;

import org.jspecify.annotations.NullMarked;

/**
 * Congestion controllers: pure state machines, time and feedback in, rate, window and credit out.
 *
 * <p>A {@link dev.headroom.congestion.Controller} is the sender's half for one queue pair. It knows
 * neither packets nor sockets nor events, so the simulator and a real endpoint can drive the same
 * class. It says what it has to be told ({@link dev.headroom.congestion.Signal}), mostly in a
 * {@link dev.headroom.congestion.Feedback} that the transport fills again for every ACK. Its timers
 * are advanced when somebody asks, never by an event of their own. Where the receiver takes part,
 * its half is a class beside it ({@link dev.headroom.congestion.uet.CreditPacer}, {@link
 * dev.headroom.congestion.uet.ReceiverBuffers}).
 *
 * <p>Start with {@link dev.headroom.congestion.roce.DcqcnVendor} for rates, {@link
 * dev.headroom.congestion.roce.Hpcc} for windows, {@link dev.headroom.congestion.uet.Rccc} for
 * credit; {@code docs/congestion-controls.md} tells of each.
 */
@NullMarked
package dev.headroom.congestion;

import org.jspecify.annotations.NullMarked;

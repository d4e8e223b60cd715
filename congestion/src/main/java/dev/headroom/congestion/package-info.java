/**
 * Congestion controllers as pure state machines: time and feedback in; rate, window and credit out.
 *
 * <p>A {@link dev.headroom.congestion.Controller} is the sender's half for one queue pair. It has
 * no packets, sockets or events, so the simulator and a real endpoint can use the same class. It
 * declares each {@link dev.headroom.congestion.Signal} that it needs; most signals arrive in a
 * {@link dev.headroom.congestion.Feedback}, which the transport fills for every ACK. Its timers
 * advance when it is called, never by an event. A receiver's half is a class of its own, such as
 * {@link dev.headroom.congestion.uet.CreditPacer} and {@link
 * dev.headroom.congestion.uet.ReceiverBuffers}.
 *
 * <p>Start at {@link dev.headroom.congestion.roce.DcqcnVendor} for rates, {@link
 * dev.headroom.congestion.roce.Hpcc} for windows, {@link dev.headroom.congestion.uet.Rccc} for
 * credit; {@code docs/congestion-controls.md} describes each.
 */
@NullMarked
package dev.headroom.congestion;

import org.jspecify.annotations.NullMarked;

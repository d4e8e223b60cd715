/**
 * Software RDMA device: connections and datagrams (IBA chapter 9) over UDP, in the form of RoCEv2.
 * Start at {@link dev.headroom.wire.soft.SoftDevice}.
 *
 * <p>A queue pair is a {@code SoftQueuePair} to its program, and a {@code QueuePairEngine} with a
 * {@code SendSide} and a {@code ReceiveSide} of its type to the device. Datagrams pass through a
 * {@link dev.headroom.wire.soft.link.DatagramLink}; programs use the interfaces of {@code verbs}.
 * All work happens in {@link dev.headroom.wire.soft.SoftDevice#progress}, under one lock, with an
 * external clock. Network input is checked before use.
 */
@NullMarked
package dev.headroom.wire.soft;

import org.jspecify.annotations.NullMarked;

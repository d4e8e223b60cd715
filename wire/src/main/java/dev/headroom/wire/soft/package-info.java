/**
 * An RDMA device in software: connections and datagrams (IBA chapter 9) over UDP, in the form of
 * RoCEv2. A queue pair is a {@code SoftQueuePair} to its program, and an {@code QueuePairEngine} to
 * the device and to its {@code SendSide} and {@code ReceiveSide}, one of each for every type.
 *
 * <p>Datagrams come in through a {@link dev.headroom.wire.soft.link.DatagramLink} and go out
 * through it; programs see the interfaces of {@code verbs}. Everything happens in {@link
 * dev.headroom.wire.soft.SoftDevice#progress}, under one lock, with a clock that is given. What
 * comes from the network is believed only as far as it was checked. Start at {@link
 * dev.headroom.wire.soft.SoftDevice}.
 */
@NullMarked
package dev.headroom.wire.soft;

import org.jspecify.annotations.NullMarked;

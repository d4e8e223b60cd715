/**
 * An RDMA device in software: reliable connections (IBA chapter 9) over UDP datagrams, in the form
 * of RoCEv2.
 *
 * <p>Datagrams come in through a {@link dev.headroom.wire.soft.DatagramLink} and go out through it;
 * programs see the interfaces of {@code verbs}. Everything happens in {@link
 * dev.headroom.wire.soft.SoftDevice#progress}, under one lock, with a clock that is given. What
 * comes from the network is believed only as far as it was checked. Start at {@link
 * dev.headroom.wire.soft.SoftDevice}.
 */
@NullMarked
package dev.headroom.wire.soft;

import org.jspecify.annotations.NullMarked;

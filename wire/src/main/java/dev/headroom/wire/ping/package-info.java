/**
 * Peers of the small programs of rdma-core that send messages to and fro: {@link
 * dev.headroom.wire.ping.PingPong} of {@code ibv_rc_pingpong}. They use any {@link
 * dev.headroom.wire.verbs.Device}.
 */
@NullMarked
package dev.headroom.wire.ping;

import org.jspecify.annotations.NullMarked;

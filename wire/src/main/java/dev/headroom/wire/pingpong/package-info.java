/**
 * Peers of rdma-core's ping-pong programs: {@link dev.headroom.wire.pingpong.RcPingPong} of {@code
 * ibv_rc_pingpong}, {@link dev.headroom.wire.pingpong.Rping} of {@code rping}. They use any {@link
 * dev.headroom.wire.verbs.Device}.
 */
@NullMarked
package dev.headroom.wire.pingpong;

import org.jspecify.annotations.NullMarked;

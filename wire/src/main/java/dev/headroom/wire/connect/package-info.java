/**
 * How queue pairs of two machines find each other.
 *
 * <p>Over a TCP connection beside the RDMA traffic, in the form that {@code ibv_rc_pingpong} uses
 * ({@link dev.headroom.wire.connect.SideChannel}), or with the RDMA connection manager's datagrams
 * ({@link dev.headroom.wire.connect.ConnectionManager}). What a peer says is checked, bounded in
 * length and waited for no longer than a timeout.
 */
@NullMarked
package dev.headroom.wire.connect;

import org.jspecify.annotations.NullMarked;

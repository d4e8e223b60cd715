/**
 * Connection setup between queue pairs of two machines.
 *
 * <p>{@link dev.headroom.wire.connect.SideChannel} uses a TCP connection beside the RDMA traffic,
 * in the form of {@code ibv_rc_pingpong}; {@link dev.headroom.wire.connect.ConnectionManager} uses
 * the datagrams of the RDMA connection manager. Messages of a peer are checked, limited in length,
 * and awaited no longer than a timeout.
 */
@NullMarked
package dev.headroom.wire.connect;

import org.jspecify.annotations.NullMarked;

/**
 * TCP, and iWARP on it: a byte stream, delivered in order and once. Congestion control is a
 * controller of module {@code congestion}.
 *
 * <p>{@link dev.headroom.sim.tcp.TcpSender} and {@link dev.headroom.sim.tcp.TcpReceiver} are the
 * two ends of a connection. {@link dev.headroom.sim.tcp.StreamLayout} has the layout of payload in
 * the stream and in frames.
 */
@NullMarked
package dev.headroom.sim.tcp;

import org.jspecify.annotations.NullMarked;

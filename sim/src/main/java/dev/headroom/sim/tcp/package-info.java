/**
 * TCP, and iWARP on it: a stream of bytes that is delivered in order and once.
 *
 * <p>The two ends of a connection, apart from the NIC that serves them: {@link
 * dev.headroom.sim.tcp.TcpSender} and {@link dev.headroom.sim.tcp.TcpReceiver}. How payload lies in
 * the stream and in frames is {@link dev.headroom.sim.tcp.StreamLayout}; what congestion control
 * makes of it all is a controller of module {@code congestion}.
 */
@NullMarked
package dev.headroom.sim.tcp;

import org.jspecify.annotations.NullMarked;

/**
 * Datagram links of a software device: UDP sockets, or raw packets of the kernel. Start at {@link
 * dev.headroom.wire.soft.link.DatagramLink}.
 */
@NullMarked
package dev.headroom.wire.soft.link;

import org.jspecify.annotations.NullMarked;

/**
 * What lies below a software device: ways to send and receive datagrams, over UDP sockets or by
 * packets of the kernel. Start with {@link dev.headroom.wire.soft.link.DatagramLink}.
 */
@NullMarked
package dev.headroom.wire.soft.link;

import org.jspecify.annotations.NullMarked;

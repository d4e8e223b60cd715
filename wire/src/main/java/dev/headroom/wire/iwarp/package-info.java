/**
 * iWARP: what RDMA over TCP puts into a byte stream.
 *
 * <p>The bytes of one direction of a TCP connection go into {@link
 * dev.headroom.wire.iwarp.IwarpStream}; out come the start of MPA (RFC 5044) and each DDP segment
 * (RFC 5041) with its RDMAP operation (RFC 5040).
 */
@NullMarked
package dev.headroom.wire.iwarp;

import org.jspecify.annotations.NullMarked;

/**
 * iWARP: RDMA in a TCP byte stream.
 *
 * <p>{@link dev.headroom.wire.iwarp.IwarpStream} takes the bytes of one direction of a TCP
 * connection. It returns the start of MPA (RFC 5044) and each DDP segment (RFC 5041) with its RDMAP
 * operation (RFC 5040).
 */
@NullMarked
package dev.headroom.wire.iwarp;

import org.jspecify.annotations.NullMarked;

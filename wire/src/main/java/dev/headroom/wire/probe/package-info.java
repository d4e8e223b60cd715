/**
 * What the path to another machine does to RoCEv2 packets.
 *
 * <p>{@link dev.headroom.wire.probe.ProbeServer} lends a queue pair for datagrams and says in which
 * order what arrived, and with which DSCP and ECN. {@link dev.headroom.wire.probe.Prober} sends
 * there, some of it with a TTL that ends on the way, and reads what routers say of that. Both come
 * together in a {@link dev.headroom.wire.probe.ProbeReport}, which {@link
 * dev.headroom.wire.probe.Judge} makes troubles of.
 */
@NullMarked
package dev.headroom.wire.probe;

import org.jspecify.annotations.NullMarked;

/**
 * Hosts: the NIC that serves queue pairs in turn, and what happens to packets at the end of their
 * way.
 *
 * <p>{@link dev.headroom.sim.host.Host} is a device of the fabric; {@link
 * dev.headroom.sim.host.Hosts} is all of them with their queue pairs, and starts flows when it is
 * time. Start there.
 */
@NullMarked
package dev.headroom.sim.host;

import org.jspecify.annotations.NullMarked;

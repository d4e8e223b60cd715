/**
 * Verbs: what a program says to an RDMA device, in the words of the InfiniBand specification
 * (chapters 10 and 11) and libibverbs.
 *
 * <p>A {@link dev.headroom.wire.verbs.Device} makes protection domains and completion queues; a
 * domain registers memory and makes queue pairs; work requests are posted to a queue pair, and end
 * as completions in its queue. What is misused throws; what fails on the wire is a status. Start at
 * {@link dev.headroom.wire.verbs.Device}; {@code dev.headroom.wire.soft} is one.
 */
@NullMarked
package dev.headroom.wire.verbs;

import org.jspecify.annotations.NullMarked;

/**
 * Verbs: the API of an RDMA device, in the terms of the InfiniBand specification (chapters 10 and
 * 11) and libibverbs.
 *
 * <p>A {@link dev.headroom.wire.verbs.Device} makes protection domains and completion queues. A
 * domain registers memory and makes queue pairs. Work requests are posted to a queue pair and end
 * as completions in its queue. Misuse throws; a failure on the wire is a status. Start at {@link
 * dev.headroom.wire.verbs.Device}; {@code dev.headroom.wire.soft} implements it.
 */
@NullMarked
package dev.headroom.wire.verbs;

import org.jspecify.annotations.NullMarked;

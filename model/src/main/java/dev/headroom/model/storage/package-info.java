/**
 * Where data lies beside GPU memory, and what bringing it there takes: drives, near or over the
 * network, and pools of memory.
 *
 * <p>Formulas, in which nothing waits or queues: {@link dev.headroom.model.storage.StoragePath} is
 * as fast as its slowest part, {@link dev.headroom.model.storage.MemoryTier} a latency and a rate.
 * And requests that a run makes: {@link dev.headroom.model.storage.StorageSchedule}.
 */
@NullMarked
package dev.headroom.model.storage;

import org.jspecify.annotations.NullMarked;

/**
 * Storage: drives, local or over the network, memory pools, and the transfer of their data to GPUs.
 *
 * <p>{@link dev.headroom.model.storage.StoragePath} (the rate of its slowest part) and {@link
 * dev.headroom.model.storage.MemoryTier} (a latency and a rate) are formulas in which nothing waits
 * or queues. {@link dev.headroom.model.storage.StorageSchedule} has the storage requests of a run.
 */
@NullMarked
package dev.headroom.model.storage;

import org.jspecify.annotations.NullMarked;

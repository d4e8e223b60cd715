package dev.headroom.wire.verbs;

/**
 * A piece of registered memory.
 *
 * @param address from {@link MemoryRegion#address} on
 * @param bytes 0 or more
 */
public record ScatterGather(long address, int bytes, int lkey) {}

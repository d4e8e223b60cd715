/**
 * Memory that a NIC may reach: pages, translations and what registering costs. Pure arithmetic;
 * start with {@link dev.headroom.model.memory.MemoryRegistration}.
 */
@NullMarked
package dev.headroom.model.memory;

import org.jspecify.annotations.NullMarked;

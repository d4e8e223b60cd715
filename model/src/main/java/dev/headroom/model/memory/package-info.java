/**
 * Memory registration: pages, translations and costs. The package is pure arithmetic. Start at
 * {@link dev.headroom.model.memory.MemoryRegistration}.
 */
@NullMarked
package dev.headroom.model.memory;

import org.jspecify.annotations.NullMarked;

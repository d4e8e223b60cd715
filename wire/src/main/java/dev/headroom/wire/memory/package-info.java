/**
 * Memory of this process, as the kernel and a NIC see it: location of pages, locked memory, and the
 * steps of registration. Start at {@link dev.headroom.wire.memory.RegistrationTracer}.
 */
@NullMarked
package dev.headroom.wire.memory;

import org.jspecify.annotations.NullMarked;

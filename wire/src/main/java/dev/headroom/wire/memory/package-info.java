/**
 * Memory of this process, as the kernel and a NIC see it: where its pages lie, how much of it is
 * kept there, and what registering it takes. Start with {@link
 * dev.headroom.wire.memory.RegistrationTracer}.
 */
@NullMarked
package dev.headroom.wire.memory;

import org.jspecify.annotations.NullMarked;

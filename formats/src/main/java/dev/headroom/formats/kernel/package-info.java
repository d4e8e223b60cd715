/** Readers of the kernel and its tools: settings, modules, limits, interrupts, messages, NUMA. */
@NullMarked
package dev.headroom.formats.kernel;

import org.jspecify.annotations.NullMarked;

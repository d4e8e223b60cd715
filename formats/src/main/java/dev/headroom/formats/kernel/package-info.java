/** What the kernel and its tools say: settings, modules, limits, interrupts, messages, NUMA. */
@NullMarked
package dev.headroom.formats.kernel;

import org.jspecify.annotations.NullMarked;

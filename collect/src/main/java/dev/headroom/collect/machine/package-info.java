/**
 * Takes what an allow-list names from this machine. Begin at {@link
 * dev.headroom.collect.machine.MachineCollector}.
 */
@NullMarked
package dev.headroom.collect.machine;

import org.jspecify.annotations.NullMarked;

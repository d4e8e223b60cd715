/**
 * Collection from the local machine, as an allow list names it. Start at {@link
 * dev.headroom.collect.machine.MachineCollector}.
 */
@NullMarked
package dev.headroom.collect.machine;

import org.jspecify.annotations.NullMarked;

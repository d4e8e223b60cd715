/**
 * Takes what an allow-list names from this machine. Begin at {@link
 * dev.headroom.collect.live.MachineCollector}.
 */
@NullMarked
package dev.headroom.collect.live;

import org.jspecify.annotations.NullMarked;

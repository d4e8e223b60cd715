/**
 * Collection from many machines over SSH. The script goes in on standard input and the bundle comes
 * out on standard output; nothing stays on the machine.
 *
 * <p>Start at {@link dev.headroom.collect.fleet.FleetCollector}.
 */
@NullMarked
package dev.headroom.collect.fleet;

import org.jspecify.annotations.NullMarked;

/**
 * Collects from many machines over SSH: the script goes in on standard input, the bundle comes out
 * on standard output, and nothing stays there. Begin at {@link
 * dev.headroom.collect.fleet.FleetCollector}.
 */
@NullMarked
package dev.headroom.collect.fleet;

import org.jspecify.annotations.NullMarked;

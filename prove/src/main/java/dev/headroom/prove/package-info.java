/**
 * Proof that a fabric holds: the burn-in protocol and its evidence, counters watched over time, and
 * alarms.
 */
@NullMarked
package dev.headroom.prove;

import org.jspecify.annotations.NullMarked;

/**
 * Results of a sweep: the best settings, the effect of each key, and failed trials, read from the
 * parts of its table without keeping the table in memory.
 */
@NullMarked
package dev.headroom.tune.result;

import org.jspecify.annotations.NullMarked;

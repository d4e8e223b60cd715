/**
 * Sweeps: many trials, cut into shards that any number of machines run, and the table of their
 * rows.
 */
@NullMarked
package dev.headroom.tune.sweep;

import org.jspecify.annotations.NullMarked;

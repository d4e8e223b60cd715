/** Link-level retry: what a link sends again by itself, by frames or as one stream. */
@NullMarked
package dev.headroom.sim.retry;

import org.jspecify.annotations.NullMarked;

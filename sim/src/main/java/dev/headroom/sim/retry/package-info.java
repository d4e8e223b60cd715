/** Link-level retry: retransmission by the link itself, by frame or as one stream. */
@NullMarked
package dev.headroom.sim.retry;

import org.jspecify.annotations.NullMarked;

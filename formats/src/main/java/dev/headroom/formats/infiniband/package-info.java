/**
 * Readers of InfiniBand fabric tools: topology, port counters and errors from infiniband-diags,
 * ibdiagnet, {@code ibswinfo} and the log of OpenSM.
 */
@NullMarked
package dev.headroom.formats.infiniband;

import org.jspecify.annotations.NullMarked;

/** Whether tests notice that a constant or a condition of the simulator was changed. */
@NullMarked
package dev.headroom.bench.mutation;

import org.jspecify.annotations.NullMarked;

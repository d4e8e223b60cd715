/**
 * Servers of GPUs as a collective sees them: GPUs, what joins them, and the NICs beside them.
 *
 * <p>{@link dev.headroom.model.machine.MachineCatalogue} lists those that are asked for by name,
 * {@link dev.headroom.model.machine.Cluster} is a number of one kind.
 */
@NullMarked
package dev.headroom.model.machine;

import org.jspecify.annotations.NullMarked;

/**
 * GPU servers as a collective sees them: GPUs, the links between them, and their NICs.
 *
 * <p>{@link dev.headroom.model.machine.MachineCatalogue} lists the machines by name; a {@link
 * dev.headroom.model.machine.Cluster} is a number of machines of one kind.
 */
@NullMarked
package dev.headroom.model.machine;

import org.jspecify.annotations.NullMarked;

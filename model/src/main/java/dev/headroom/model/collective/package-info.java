/**
 * Collectives of NCCL and RCCL: data volume, algorithms, protocols, and the library's choice among
 * them. Nothing is simulated here.
 *
 * <p>Start at {@link dev.headroom.model.collective.TuningModel}: for a communicator it returns the
 * time that NCCL expects of each algorithm and protocol, and the resulting choice.
 */
@NullMarked
package dev.headroom.model.collective;

import org.jspecify.annotations.NullMarked;

/**
 * Rules about the variables of a job's environment, which NCCL, RCCL, UCX and their plugins read.
 *
 * <p>{@link dev.headroom.audit.environment.VariableRule} judges one value; most such rules are rows
 * of {@code variables.yaml}.
 */
@NullMarked
package dev.headroom.audit.environment;

import org.jspecify.annotations.NullMarked;

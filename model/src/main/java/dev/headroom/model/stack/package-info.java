/**
 * Software stacks of a host: NCCL, UCX, MPI and others, each with the variables by which it is told
 * what a knob of ours says.
 *
 * <p>A {@link dev.headroom.model.stack.StackTopic} is what is to be told, with the knobs that say
 * it; a {@link dev.headroom.model.stack.StackVariable} is how one stack is told; {@link
 * dev.headroom.model.stack.StackVariables} lists them all, and {@link
 * dev.headroom.model.stack.StackSettings} works out their values for one host of a scenario, a
 * {@link dev.headroom.model.stack.HostJob}.
 */
@NullMarked
package dev.headroom.model.stack;

import org.jspecify.annotations.NullMarked;

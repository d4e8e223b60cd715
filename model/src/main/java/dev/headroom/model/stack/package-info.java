/**
 * Software stacks of a host (NCCL, UCX, MPI and others), with the variables that set each knob
 * there.
 *
 * <p>A {@link dev.headroom.model.stack.StackTopic} is a group of knobs, and a {@link
 * dev.headroom.model.stack.StackVariable} is its setting in one stack. {@link
 * dev.headroom.model.stack.StackVariables} lists them all. {@link
 * dev.headroom.model.stack.StackSettings} computes the values for a {@link
 * dev.headroom.model.stack.HostJob}, one host of a scenario.
 */
@NullMarked
package dev.headroom.model.stack;

import org.jspecify.annotations.NullMarked;

/**
 * Training steps and other GPU programs of computations and collectives. {@link
 * dev.headroom.model.training.GpuJob} is such a program, and {@link
 * dev.headroom.model.training.JobSchedule} holds its workers and steps.
 *
 * <p>{@link dev.headroom.model.training.GpuGraph} is for GPUs that run several operations at once.
 */
@NullMarked
package dev.headroom.model.training;

import org.jspecify.annotations.NullMarked;

/**
 * What GPUs do in a training step, or in any other program in which they compute and call
 * collectives: {@link dev.headroom.model.training.GpuJob} is that program, and {@link
 * dev.headroom.model.training.JobSchedule} is it as workers and steps. Where GPUs do more than one
 * thing at once it is a {@link dev.headroom.model.training.GpuGraph}.
 */
@NullMarked
package dev.headroom.model.training;

import org.jspecify.annotations.NullMarked;

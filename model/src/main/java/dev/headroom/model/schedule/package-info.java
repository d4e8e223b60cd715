/**
 * Schedules of collectives: the steps of GPUs, computed on request.
 *
 * <p>A GPU runs a worker for each channel (a thread block of NCCL). A worker takes its steps in
 * order: wait for messages on some lines, process, send on others. {@link
 * dev.headroom.model.schedule.Schedule} computes any step of any worker and stores none, so a
 * schedule of millions of steps needs no memory in advance. {@link
 * dev.headroom.model.schedule.CollectivePace} has the times outside the network.
 */
@NullMarked
package dev.headroom.model.schedule;

import org.jspecify.annotations.NullMarked;

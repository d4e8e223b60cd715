/**
 * What the GPUs of a collective do, step by step, made as it is asked for.
 *
 * <p>A GPU runs a worker for each channel (a thread block of NCCL), which goes through its steps in
 * order: wait for a message on some lines, work on it, send one on others. {@link
 * dev.headroom.model.schedule.Schedule} answers what step 17 of worker 4,711 is; nothing is stored,
 * so that a schedule of millions of steps costs nothing before it runs. {@link
 * dev.headroom.model.schedule.CollectivePace} says how long things take beside the network.
 */
@NullMarked
package dev.headroom.model.schedule;

import org.jspecify.annotations.NullMarked;

package dev.headroom.sim.measure;

import java.util.Optional;

/**
 * Result of one schedule of a run: a collective, a job, requests to storage, prompts.
 *
 * @param part the entry of a workload that is a list, from 0
 * @param startPs when the first of its workers began
 * @param donePs when its last message was there and known to be, and its last rank was done; -1 if
 *     any is not
 * @param mostBusyPs how long that of its workers was busy with data which was so longest: a channel
 *     of a GPU, a process that adds up
 * @param job how its GPUs spent their time, if it says what they do, or if they did not end
 * @param storage what came of its requests to storage, if it makes some
 * @param inference what came of its prompts, if there are some
 */
public record ScheduleResult(
    int part,
    long startPs,
    long donePs,
    long mostBusyPs,
    Optional<JobResult> job,
    Optional<StorageResult> storage,
    Optional<InferenceResult> inference) {}

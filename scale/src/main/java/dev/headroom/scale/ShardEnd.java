package dev.headroom.scale;

import java.io.Serializable;

/**
 * End of a shard, as an executor tells the driver.
 *
 * @param number of the shard, from 1
 * @param trials that ran
 * @param failedTrials those of them without figures
 * @param problem why trials are left without a row; empty if none are
 */
record ShardEnd(int number, long trials, long failedTrials, String problem)
    implements Serializable {}

/**
 * Runs that pages start and watch: a queue with limits, events for each browser tab, and an end for
 * what nobody watches. Start at {@link dev.headroom.web.job.RunQueue}.
 */
@NullMarked
package dev.headroom.web.job;

import org.jspecify.annotations.NullMarked;

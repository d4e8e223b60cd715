/**
 * Readers of the logs of jobs and their libraries: UCX, libfabric, NVSHMEM, Mooncake, errors of
 * memory pinning, and node health checks.
 */
@NullMarked
package dev.headroom.formats.joblog;

import org.jspecify.annotations.NullMarked;

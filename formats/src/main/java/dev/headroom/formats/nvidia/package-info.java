/**
 * Readers of {@code nvidia-smi} (GPUs, NVLink, the topology of GPUs and NICs), DCGM diagnostics and
 * the fabric manager's log.
 */
@NullMarked
package dev.headroom.formats.nvidia;

import org.jspecify.annotations.NullMarked;

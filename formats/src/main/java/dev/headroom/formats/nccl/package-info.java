/**
 * Readers of NCCL, RCCL and PyTorch: environment, topology and graph files, and logs with the
 * network, the transport of each channel, and errors.
 */
@NullMarked
package dev.headroom.formats.nccl;

import org.jspecify.annotations.NullMarked;

/**
 * Collectives of Gloo, Facebook's library for CPUs, which PyTorch uses for tensors in host memory.
 *
 * <p>A {@link dev.headroom.model.gloo.GlooAlgorithm} lists the calls of one process as Gloo's
 * source has them; {@link dev.headroom.model.gloo.Gloo} turns them into steps of workers. All facts
 * are from pytorch/gloo at commit 70dc360 (2026-04-21).
 */
@NullMarked
package dev.headroom.model.gloo;

import org.jspecify.annotations.NullMarked;

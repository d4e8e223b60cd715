/**
 * What processes do that call Gloo's collectives: Facebook's library for CPUs, which PyTorch runs
 * where tensors lie in host memory.
 *
 * <p>An {@link dev.headroom.model.gloo.GlooAlgorithm} writes down, call by call, what its source
 * does in one process; {@link dev.headroom.model.gloo.Gloo} makes the steps of workers out of that.
 * All of it is from pytorch/gloo at commit 70dc360 (2026-04-21).
 */
@NullMarked
package dev.headroom.model.gloo;

import org.jspecify.annotations.NullMarked;

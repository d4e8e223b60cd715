/**
 * Reader of SimAI workload files (aliyun/SimAI, written by aliyun/aicb): the layers of a model,
 * with the computation and the collectives of the forward pass and of the gradients.
 *
 * <p>Start at {@link dev.headroom.formats.simai.SimaiReader}.
 */
@NullMarked
package dev.headroom.formats.simai;

import org.jspecify.annotations.NullMarked;

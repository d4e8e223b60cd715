/**
 * Workload files of SimAI (aliyun/SimAI, written by aliyun/aicb): a model's layers, each with what
 * it computes and calls in the forward pass and for its gradients. {@link
 * dev.headroom.formats.simai.SimaiReader} is the door.
 */
@NullMarked
package dev.headroom.formats.simai;

import org.jspecify.annotations.NullMarked;

/**
 * Prompts that are worked through on some GPUs and answered on others: how large their keys and
 * values are ({@link dev.headroom.model.inference.ServedModel}), when each prompt is worked on and
 * where it goes ({@link dev.headroom.model.inference.PromptPlacement}), and the transfers between,
 * as one schedule ({@link dev.headroom.model.inference.InferenceSchedule}).
 */
@NullMarked
package dev.headroom.model.inference;

import org.jspecify.annotations.NullMarked;

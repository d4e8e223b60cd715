/**
 * Disaggregated inference: prefill on some GPUs, decode on others, and the transfers of the
 * key-value cache between them.
 *
 * <p>{@link dev.headroom.model.inference.ServedModel} has the sizes of keys and values, {@link
 * dev.headroom.model.inference.PromptPlacement} the time and place of each prompt, {@link
 * dev.headroom.model.inference.InferenceSchedule} the transfers as one schedule.
 */
@NullMarked
package dev.headroom.model.inference;

import org.jspecify.annotations.NullMarked;

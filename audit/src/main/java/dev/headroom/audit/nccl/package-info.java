/**
 * NCCL and RCCL: what a job's environment asks of them, and what their logs say came of it.
 *
 * <p>{@link dev.headroom.audit.nccl.JobLog} counts which way each channel really went; the rules
 * tie that, and the lines before errors, to causes.
 */
@NullMarked
package dev.headroom.audit.nccl;

import org.jspecify.annotations.NullMarked;

/**
 * Rules about NCCL and RCCL: the job's environment, and its logs.
 *
 * <p>{@link dev.headroom.audit.nccl.JobLog} counts the transport that each channel used. The rules
 * relate those transports, and the lines before errors, to causes.
 */
@NullMarked
package dev.headroom.audit.nccl;

import org.jspecify.annotations.NullMarked;

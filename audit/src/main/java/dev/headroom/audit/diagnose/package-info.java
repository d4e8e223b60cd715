/**
 * Diagnosis trees: from a symptom through questions to its cause. Rules of the audit answer a
 * question where their inputs exist.
 *
 * <p>Start at {@link dev.headroom.audit.diagnose.Symptoms} and {@link
 * dev.headroom.audit.diagnose.Diagnosis}.
 */
@NullMarked
package dev.headroom.audit.diagnose;

import org.jspecify.annotations.NullMarked;

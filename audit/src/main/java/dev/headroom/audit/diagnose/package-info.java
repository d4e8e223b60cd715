/**
 * From what people see to why: trees of questions, each answered by rules of the audit where the
 * evidence is there. Start with {@link dev.headroom.audit.diagnose.Symptoms} and {@link
 * dev.headroom.audit.diagnose.Diagnosis}.
 */
@NullMarked
package dev.headroom.audit.diagnose;

import org.jspecify.annotations.NullMarked;

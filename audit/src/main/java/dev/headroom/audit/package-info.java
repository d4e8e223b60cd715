/**
 * Audit of a cluster from the facts of its hosts and switches, each with its file and line.
 *
 * <p>A {@link dev.headroom.audit.Rule} reads facts and reports a finding, a pass, or a missing
 * input. {@link dev.headroom.audit.Audit} runs the rules and returns an {@link
 * dev.headroom.audit.AuditReport}, which is plain data. The collection of facts is outside this
 * module, and nothing is changed: a {@link dev.headroom.audit.fix.Fix} is text and commands.
 */
@NullMarked
package dev.headroom.audit;

import org.jspecify.annotations.NullMarked;

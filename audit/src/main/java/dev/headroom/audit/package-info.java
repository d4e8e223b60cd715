/**
 * Judges a cluster by what it says of itself.
 *
 * <p>Facts come in, with the file and line that each was read from; a {@link
 * dev.headroom.audit.Rule} looks at some of them and finds something, passes, or says what it would
 * need. {@link dev.headroom.audit.Audit} runs the rules and ends in a {@link
 * dev.headroom.audit.AuditReport}, which is plain data. How facts were collected is not known here,
 * and nothing is ever changed: a {@link dev.headroom.audit.fix.Fix} is words and commands.
 */
@NullMarked
package dev.headroom.audit;

import org.jspecify.annotations.NullMarked;

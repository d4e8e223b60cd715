/**
 * Fixes of findings, as commands for a person to read or for one script. A {@link
 * dev.headroom.audit.fix.Fix} is a list of {@link dev.headroom.audit.fix.FixStep}s.
 *
 * <p>Values in commands come from files of others, so each is checked against its {@link
 * dev.headroom.audit.fix.CommandValueSyntax} and quoted; a value that does not fit yields no
 * command. Nothing is run here: {@link dev.headroom.audit.fix.FixScript} writes the script of a
 * {@link dev.headroom.audit.fix.FixPlan}, with the steps that depend on each other as one {@code
 * StepGroup}, and the tunings of a {@link dev.headroom.audit.fix.TuningProfile}.
 */
@NullMarked
package dev.headroom.audit.fix;

import org.jspecify.annotations.NullMarked;

/**
 * What would cure a finding, as commands that may be read by a person or collected into a script.
 *
 * <p>A {@link dev.headroom.audit.fix.Fix} is a few {@link dev.headroom.audit.fix.FixStep}s. Every
 * value in a command comes out of somebody's file, so it is checked against its {@link
 * dev.headroom.audit.fix.CommandValueSyntax} and quoted; where it does not fit there is no command.
 * Nothing here is ever run: {@link dev.headroom.audit.fix.FixScript} writes it down.
 */
@NullMarked
package dev.headroom.audit.fix;

import org.jspecify.annotations.NullMarked;

/**
 * Changes to devices' settings, independent of vendor: the statements that a change needs, their
 * order, the check and the undo of each step, and the difference between the wanted and the
 * achieved value.
 *
 * <p>{@link dev.headroom.formats.emit.StatementForm} is a row of a language's table of statements.
 * {@link dev.headroom.formats.emit.ConfigSyntax} reads, changes and prints a configuration of a
 * language. {@link dev.headroom.formats.emit.Emission} is the result for one device.
 */
@NullMarked
package dev.headroom.formats.emit;

import org.jspecify.annotations.NullMarked;

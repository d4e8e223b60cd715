/**
 * Files that users name: reading through {@link dev.headroom.model.text.UserFile} with a limit in
 * bytes, writing through {@link dev.headroom.model.text.NamedOutput}, and plain reasons for
 * failures, {@link dev.headroom.model.text.FailureMessage}. {@link
 * dev.headroom.model.text.ShellQuoting} quotes words for a shell.
 *
 * <p>{@link dev.headroom.unit.TextExcerpt} shortens user text in messages.
 */
@NullMarked
package dev.headroom.model.text;

import org.jspecify.annotations.NullMarked;

/**
 * Redaction of files that may hold secrets. Each redaction lists the content to keep; all other
 * content is removed. Start at {@link dev.headroom.collect.redact.Redaction}.
 */
@NullMarked
package dev.headroom.collect.redact;

import org.jspecify.annotations.NullMarked;

/**
 * What is let through of files that may hold secrets: names what goes, so that what nobody thought
 * of stays. Begin at {@link dev.headroom.collect.redact.Redaction}.
 */
@NullMarked
package dev.headroom.collect.redact;

import org.jspecify.annotations.NullMarked;

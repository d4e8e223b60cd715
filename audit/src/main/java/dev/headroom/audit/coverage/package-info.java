/**
 * Coverage of an audit: which lines of its inputs were not understood, and which values no rule
 * looked at. Start with {@link dev.headroom.audit.coverage.SourceCoverage}.
 */
@NullMarked
package dev.headroom.audit.coverage;

import org.jspecify.annotations.NullMarked;

/**
 * Analysis of captures: connections, errors, and the frames that show them.
 *
 * <p>{@link dev.headroom.wire.explain.CaptureAnalyzer} takes frames one by one and returns a {@link
 * dev.headroom.wire.explain.CaptureReport}, which is plain data. Memory grows with the number of
 * queue pairs, not with the length of a capture.
 */
@NullMarked
package dev.headroom.wire.explain;

import org.jspecify.annotations.NullMarked;

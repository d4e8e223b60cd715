/**
 * What a capture shows: who talked to whom, what went wrong, and in which frames.
 *
 * <p>{@link dev.headroom.wire.explain.CaptureAnalyzer} takes frames one after another and ends in
 * an {@link dev.headroom.wire.explain.CaptureReport}, which is plain data. Memory is bounded by the
 * number of queue pairs it follows, never by the length of a capture.
 */
@NullMarked
package dev.headroom.wire.explain;

import org.jspecify.annotations.NullMarked;

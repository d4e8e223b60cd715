/**
 * Capture files, pcap and pcapng, read and written as a stream, so that a file may be larger than
 * memory.
 *
 * <p>{@link dev.headroom.wire.capture.CaptureReader#open} reads either format; {@link
 * dev.headroom.wire.capture.PcapngWriter} writes pcapng. A {@link
 * dev.headroom.wire.capture.CaptureException} names the error and its place in the file.
 */
@NullMarked
package dev.headroom.wire.capture;

import org.jspecify.annotations.NullMarked;

/**
 * Files of captured frames: pcap and pcapng as a stream, so that a file may be larger than memory.
 *
 * <p>{@link dev.headroom.wire.capture.CaptureReader#open} reads either; {@link
 * dev.headroom.wire.capture.PcapngWriter} writes pcapng. What is wrong with a file is a {@link
 * dev.headroom.wire.capture.CaptureException} that says where and what.
 */
@NullMarked
package dev.headroom.wire.capture;

import org.jspecify.annotations.NullMarked;

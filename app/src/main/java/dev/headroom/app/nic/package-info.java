/**
 * Captures of simulated NICs: packets sent and received, as the frames of a real NIC.
 *
 * <p>{@link dev.headroom.app.nic.NicCapture} writes a capture that Wireshark and {@code headroom
 * pcap} read.
 */
@NullMarked
package dev.headroom.app.nic;

import org.jspecify.annotations.NullMarked;

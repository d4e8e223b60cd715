/**
 * What a simulated NIC sends and receives as the frames of a real one: {@link
 * dev.headroom.app.nic.NicCapture} writes a capture that Wireshark and {@code headroom pcap} read.
 */
@NullMarked
package dev.headroom.app.nic;

import org.jspecify.annotations.NullMarked;

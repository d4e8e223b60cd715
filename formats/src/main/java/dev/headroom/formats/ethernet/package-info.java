/**
 * Readers of the tools for network interfaces: {@code ethtool}, {@code mlnx_qos}, {@code ip},
 * {@code tc}, LLDP and others.
 */
@NullMarked
package dev.headroom.formats.ethernet;

import org.jspecify.annotations.NullMarked;

/**
 * Network interfaces as {@code ethtool}, {@code mlnx_qos}, {@code ip} and {@code tc} print them.
 */
@NullMarked
package dev.headroom.formats.ethernet;

import org.jspecify.annotations.NullMarked;

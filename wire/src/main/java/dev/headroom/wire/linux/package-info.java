/**
 * Linux functions for sockets and memory that Java lacks: {@link
 * dev.headroom.wire.linux.LinuxSockets} and {@link dev.headroom.wire.linux.LinuxMemory} call them
 * through the foreign function interface.
 *
 * <p>{@link dev.headroom.wire.linux.PacketFilter} filters the packets of a socket. {@link
 * dev.headroom.wire.linux.Sysfs} reads the kernel's data on its devices.
 */
@NullMarked
package dev.headroom.wire.linux;

import org.jspecify.annotations.NullMarked;

/**
 * What sockets and memory need of Linux that Java does not show: {@link
 * dev.headroom.wire.linux.LinuxSockets} and {@link dev.headroom.wire.linux.LinuxMemory} call it
 * through the foreign function interface, {@link dev.headroom.wire.linux.PacketFilter} says what a
 * socket takes. {@link dev.headroom.wire.linux.Sysfs} reads what Linux says of its devices.
 */
@NullMarked
package dev.headroom.wire.linux;

import org.jspecify.annotations.NullMarked;

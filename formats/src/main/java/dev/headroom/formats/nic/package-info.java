/**
 * Settings of NICs that the simulator has knobs for, by driver and tool.
 *
 * <p>{@link dev.headroom.formats.nic.NicSettings} reads those of one NIC from all of them. {@link
 * dev.headroom.formats.nic.NicEmitter} writes them to one interface of a driver, and {@link
 * dev.headroom.formats.nic.HostQosEmitter} the QoS of a NIC by one tool.
 */
@NullMarked
package dev.headroom.formats.nic;

import org.jspecify.annotations.NullMarked;

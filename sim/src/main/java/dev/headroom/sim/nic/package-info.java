/**
 * State of a NIC and its costs: queue pair contexts, translations, memory registration, and the
 * times of its stages. Start at {@link dev.headroom.sim.nic.NicTimes} and {@link
 * dev.headroom.sim.nic.QpContextCache}.
 *
 * <p>{@link dev.headroom.sim.nic.NicPcieSlot} is its PCIe path to memory, with link errors, address
 * translation and the share that other devices leave. The package has no packets and no events; the
 * pipeline that uses it is in {@code host}.
 */
@NullMarked
package dev.headroom.sim.nic;

import org.jspecify.annotations.NullMarked;

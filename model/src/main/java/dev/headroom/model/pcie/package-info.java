/**
 * PCI Express by the byte: what a transfer costs in transaction layer packets (TLPs), and what rate
 * is left for data on a link of a generation and a width.
 *
 * <p>Pure arithmetic; nothing here waits or queues. Start with {@link
 * dev.headroom.model.pcie.PcieLink}: {@link dev.headroom.model.pcie.PcieGeneration} says how fast a
 * lane is, {@link dev.headroom.model.pcie.PcieLinkOverhead} what beside TLPs it carries, {@link
 * dev.headroom.model.pcie.TlpBytes} what a TLP has beside its payload.
 */
@NullMarked
package dev.headroom.model.pcie;

import org.jspecify.annotations.NullMarked;

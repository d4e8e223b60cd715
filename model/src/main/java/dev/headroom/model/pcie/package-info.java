/**
 * PCI Express by the byte: transaction layer packets (TLPs) of a transfer, and the data rate of a
 * link by generation and width. The package is pure arithmetic: nothing waits or queues.
 *
 * <p>Start at {@link dev.headroom.model.pcie.PcieLink}. {@link
 * dev.headroom.model.pcie.PcieGeneration} has the rate of a lane, {@link
 * dev.headroom.model.pcie.PcieLinkOverhead} the traffic beside TLPs, {@link
 * dev.headroom.model.pcie.TlpBytes} the bytes of a TLP beside its payload.
 */
@NullMarked
package dev.headroom.model.pcie;

import org.jspecify.annotations.NullMarked;

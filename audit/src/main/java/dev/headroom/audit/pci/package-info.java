/**
 * Rules about PCI Express: the tree between processors, GPUs and NICs.
 *
 * <p>{@link dev.headroom.audit.pci.PciTopology} has the devices and paths that GPU and network
 * traffic uses.
 */
@NullMarked
package dev.headroom.audit.pci;

import org.jspecify.annotations.NullMarked;

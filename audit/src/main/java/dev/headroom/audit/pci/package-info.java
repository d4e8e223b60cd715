/**
 * PCI Express: the tree between processors, GPUs and NICs, and what may be wrong with it.
 *
 * <p>{@link dev.headroom.audit.pci.PciTree} hangs the functions that facts tell of below each
 * other; the rules are about those that GPU and network traffic passes.
 */
@NullMarked
package dev.headroom.audit.pci;

import org.jspecify.annotations.NullMarked;

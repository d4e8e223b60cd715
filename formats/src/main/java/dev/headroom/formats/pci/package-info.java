/** Readers of {@code lspci}: PCI functions, their capabilities and registers. */
@NullMarked
package dev.headroom.formats.pci;

import org.jspecify.annotations.NullMarked;

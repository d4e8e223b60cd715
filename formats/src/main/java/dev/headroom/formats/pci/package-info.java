/** What {@code lspci} prints of PCI functions and their capabilities. */
@NullMarked
package dev.headroom.formats.pci;

import org.jspecify.annotations.NullMarked;

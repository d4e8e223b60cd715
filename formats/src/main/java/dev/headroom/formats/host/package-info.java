/**
 * Typed view of a host's facts, which the rules read. {@link dev.headroom.formats.host.HostFacts}
 * is the entry point.
 *
 * <p>It leads to PCI functions and their tree, RDMA devices with ports and GIDs, GPUs, NUMA nodes
 * and network interfaces. A type here stores no values: it reads {@link
 * dev.headroom.formats.fact.FactSet} under the keys that readers share, so the tool behind a value
 * does not matter.
 */
@NullMarked
package dev.headroom.formats.host;

import org.jspecify.annotations.NullMarked;

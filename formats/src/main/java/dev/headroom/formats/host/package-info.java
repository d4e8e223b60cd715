/**
 * A host as its sources describe it, in types: what rules look at.
 *
 * <p>{@link dev.headroom.formats.host.HostFacts} is the door; from it one goes to PCI functions and
 * the tree they hang in, RDMA devices with ports and GIDs, GPUs, NUMA nodes, network interfaces.
 * Each value comes with its evidence, or is said to be unknown ({@link
 * dev.headroom.formats.fact.ReportedValue}). A type here holds no values of its own: it reads
 * {@link dev.headroom.formats.fact.FactSet} under the keys that readers share, so that it does not
 * matter which tool said it.
 */
@NullMarked
package dev.headroom.formats.host;

import org.jspecify.annotations.NullMarked;

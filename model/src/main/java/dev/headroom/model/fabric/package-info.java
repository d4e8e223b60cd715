/**
 * Fabrics: hosts, switches and the links between them, builders of the usual topologies, and
 * failures of links and nodes.
 *
 * <p>A {@link dev.headroom.model.fabric.Fabric} is a plain graph; the ports of a node are numbered
 * in the order of its links. The movement of packets is outside this package.
 */
@NullMarked
package dev.headroom.model.fabric;

import org.jspecify.annotations.NullMarked;

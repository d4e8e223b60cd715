/**
 * Hosts as the simulator knows them, made of what they say of themselves: {@link
 * dev.headroom.audit.cluster.NicModel} is one NIC with its way to memory as settings of the
 * catalogue of knobs, {@link dev.headroom.audit.cluster.ClusterModel} all hosts and switches as a
 * scenario.
 */
@NullMarked
package dev.headroom.audit.cluster;

import org.jspecify.annotations.NullMarked;

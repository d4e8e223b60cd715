/**
 * Simulator models of audited machines, built from their facts. {@link
 * dev.headroom.audit.cluster.NicModel} holds one NIC and its path to memory as knobs.
 *
 * <p>{@link dev.headroom.audit.cluster.ClusterModel} holds all hosts and switches as a scenario.
 */
@NullMarked
package dev.headroom.audit.cluster;

import org.jspecify.annotations.NullMarked;

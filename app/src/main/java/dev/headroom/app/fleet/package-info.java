/**
 * Many machines: bundles as they come over SSH are kept in files by {@link
 * dev.headroom.app.fleet.FleetBundles} and judged by {@link dev.headroom.app.fleet.FleetAudit};
 * {@link dev.headroom.app.fleet.WatchedMachines} are those that are watched.
 */
@NullMarked
package dev.headroom.app.fleet;

import org.jspecify.annotations.NullMarked;

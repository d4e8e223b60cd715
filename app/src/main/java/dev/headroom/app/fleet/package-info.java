/**
 * Bundles of many machines as they come over SSH: kept in files by {@link
 * dev.headroom.app.fleet.FleetBundles}, judged by {@link dev.headroom.app.fleet.FleetAudit}.
 */
@NullMarked
package dev.headroom.app.fleet;

import org.jspecify.annotations.NullMarked;

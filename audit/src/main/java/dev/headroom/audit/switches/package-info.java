/**
 * Rules about switch configurations, and about the links between hosts and switch ports.
 *
 * <p>The rules read {@code SwitchQos}, which is independent of the vendor. {@link
 * dev.headroom.audit.switches.HostSwitchLinks} joins host interfaces with switch ports.
 */
@NullMarked
package dev.headroom.audit.switches;

import org.jspecify.annotations.NullMarked;

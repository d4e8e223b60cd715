/**
 * Switches by their configuration, and hosts against the switch ports they hang on.
 *
 * <p>{@link dev.headroom.audit.switches.Sonic} reads a SONiC configuration's tables; {@link
 * dev.headroom.audit.switches.HostSwitchLinks} joins host interfaces with switch ports.
 */
@NullMarked
package dev.headroom.audit.switches;

import org.jspecify.annotations.NullMarked;

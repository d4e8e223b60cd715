/**
 * Switches, whoever built them: {@link dev.headroom.formats.switches.SwitchQos} is what one does
 * with RDMA's class, {@link dev.headroom.formats.switches.SwitchVendor} what a vendor's package
 * tells, {@link dev.headroom.formats.switches.SwitchConfiguration} how it reads a configuration.
 * Readers of what several vendors print alike are here, too.
 */
@NullMarked
package dev.headroom.formats.switches;

import org.jspecify.annotations.NullMarked;

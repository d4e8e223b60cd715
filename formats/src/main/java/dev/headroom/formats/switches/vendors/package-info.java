/**
 * The list of all vendors of switches: whoever asks what a switch is set to asks here, and sees no
 * vendor. {@link dev.headroom.formats.switches.vendors.SwitchVendors} has a line for each.
 */
@NullMarked
package dev.headroom.formats.switches.vendors;

import org.jspecify.annotations.NullMarked;

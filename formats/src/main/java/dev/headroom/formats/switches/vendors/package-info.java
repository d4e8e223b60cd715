/**
 * Registry of all switch vendors, {@link dev.headroom.formats.switches.vendors.SwitchVendors}. Its
 * callers read a switch's settings without a reference to a vendor.
 */
@NullMarked
package dev.headroom.formats.switches.vendors;

import org.jspecify.annotations.NullMarked;

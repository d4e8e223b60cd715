/**
 * Switches, independent of the vendor. {@link dev.headroom.formats.switches.SwitchQos} holds a
 * switch's treatment of the RDMA traffic class.
 *
 * <p>{@link dev.headroom.formats.switches.SwitchVendor} is the interface of a vendor's package, and
 * {@link dev.headroom.formats.switches.SwitchConfiguration} its reading of a configuration. Readers
 * of formats that several vendors share are here, too.
 */
@NullMarked
package dev.headroom.formats.switches;

import org.jspecify.annotations.NullMarked;

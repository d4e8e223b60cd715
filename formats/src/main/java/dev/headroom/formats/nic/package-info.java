/**
 * Settings of NICs that the simulator has knobs for, by driver and tool.
 *
 * <p>{@link dev.headroom.formats.nic.NicSettings} reads those of one NIC from all of them.
 */
@NullMarked
package dev.headroom.formats.nic;

import org.jspecify.annotations.NullMarked;

package dev.headroom.audit.price;

import dev.headroom.audit.cluster.NicModel;

/**
 * A NIC as it is, and with other settings once fixed.
 *
 * @param example what shows the difference
 */
record Changed(ExampleRun.Example example, NicModel now, NicModel fixed) {}

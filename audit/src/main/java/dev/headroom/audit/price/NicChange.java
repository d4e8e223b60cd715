package dev.headroom.audit.price;

import dev.headroom.audit.cluster.NicModel;

/**
 * NIC with its current settings and with the settings after a fix.
 *
 * @param example what shows the difference
 */
record NicChange(ExampleRun.Example example, NicModel current, NicModel fixed) {}

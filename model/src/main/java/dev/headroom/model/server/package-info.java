/**
 * A server of a scenario in full: what the scenario's hosts are as NICs of a machine, with names,
 * addresses and slots, as tools on it would tell of it. Start with {@link
 * dev.headroom.model.server.Server#of}.
 */
@NullMarked
package dev.headroom.model.server;

import org.jspecify.annotations.NullMarked;

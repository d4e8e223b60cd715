/**
 * Server view of a scenario: its hosts as the NICs of a machine, with names, addresses and slots.
 * Start at {@link dev.headroom.model.server.Server#of}.
 */
@NullMarked
package dev.headroom.model.server;

import org.jspecify.annotations.NullMarked;

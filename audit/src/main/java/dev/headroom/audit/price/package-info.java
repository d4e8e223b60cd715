/**
 * Prices of findings: runs of a pair of hosts with the settings found, and with the settings fixed.
 * Start at {@link dev.headroom.audit.price.Pricing}.
 */
@NullMarked
package dev.headroom.audit.price;

import org.jspecify.annotations.NullMarked;

/**
 * What findings cost, by running a pair of hosts as they are and as they would be once fixed. Start
 * with {@link dev.headroom.audit.price.Pricing}.
 */
@NullMarked
package dev.headroom.audit.price;

import org.jspecify.annotations.NullMarked;

/**
 * Credit-based flow control of InfiniBand and of Ultra Ethernet (CBFC): credits, grants, and their
 * messages. Start at {@link dev.headroom.sim.credit.CreditLink}.
 */
@NullMarked
package dev.headroom.sim.credit;

import org.jspecify.annotations.NullMarked;

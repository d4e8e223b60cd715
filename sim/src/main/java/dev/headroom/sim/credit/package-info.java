/**
 * Credit-based flow control of InfiniBand and of Ultra Ethernet (CBFC): who may send, what is
 * granted, the messages that say so. Start with {@link dev.headroom.sim.credit.CreditLink}.
 */
@NullMarked
package dev.headroom.sim.credit;

import org.jspecify.annotations.NullMarked;

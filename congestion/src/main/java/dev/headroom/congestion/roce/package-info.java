/**
 * Congestion controls of RoCE, and of transports that adopted them: DCQCN, HPCC, TIMELY, Swift and
 * their variants.
 */
@NullMarked
package dev.headroom.congestion.roce;

import org.jspecify.annotations.NullMarked;

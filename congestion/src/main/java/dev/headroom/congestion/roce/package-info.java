/**
 * Congestion controls of RoCE, and of transports that took them over: DCQCN, HPCC, TIMELY, Swift
 * and what came of them.
 */
@NullMarked
package dev.headroom.congestion.roce;

import org.jspecify.annotations.NullMarked;

/**
 * Congestion controls of Ultra Ethernet: NSCC, driven by delay and ECN marks, and RCCC, driven by
 * receiver credit.
 */
@NullMarked
package dev.headroom.congestion.uet;

import org.jspecify.annotations.NullMarked;

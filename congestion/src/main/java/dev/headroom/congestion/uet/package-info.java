/**
 * Congestion controls of Ultra Ethernet: NSCC, which learns from delay and marks, and RCCC, by
 * receivers' credit.
 */
@NullMarked
package dev.headroom.congestion.uet;

import org.jspecify.annotations.NullMarked;

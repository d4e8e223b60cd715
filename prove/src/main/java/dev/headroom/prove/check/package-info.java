/**
 * Look at each host of a burn-in before its traffic: an audit, and the diagnostic tools that the
 * host has. {@link dev.headroom.prove.check.CheckScript} runs them, {@link
 * dev.headroom.prove.check.CheckOutput} reads what they print.
 */
@NullMarked
package dev.headroom.prove.check;

import org.jspecify.annotations.NullMarked;

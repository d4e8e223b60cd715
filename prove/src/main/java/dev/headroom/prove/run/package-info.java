/**
 * Execution of a burn-in: {@link dev.headroom.prove.run.BurnInRun} takes the slices one after the
 * other, from a {@link dev.headroom.prove.run.SliceRunner} that makes their traffic, and keeps what
 * they come to as evidence. What is left to do follows from the evidence alone.
 */
@NullMarked
package dev.headroom.prove.run;

import org.jspecify.annotations.NullMarked;

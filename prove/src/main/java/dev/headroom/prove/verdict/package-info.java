/**
 * Verdicts, derived from the evidence alone: {@link dev.headroom.prove.verdict.RunLedger} adds up
 * what the records say, {@link dev.headroom.prove.verdict.Judge} holds it against the pass rules of
 * {@link dev.headroom.prove.verdict.CounterRule} and {@link dev.headroom.prove.verdict.Limits}.
 */
@NullMarked
package dev.headroom.prove.verdict;

import org.jspecify.annotations.NullMarked;

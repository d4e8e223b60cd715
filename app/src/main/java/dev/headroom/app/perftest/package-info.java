/**
 * Runs of perftest ({@code ib_write_bw} and its sisters) on two hosts of a scenario.
 *
 * <p>{@link dev.headroom.app.perftest.PerftestArguments} parses the options, {@link
 * dev.headroom.app.perftest.PerftestPair} finds client and server, {@link
 * dev.headroom.app.perftest.PerftestRun} simulates each size, and {@link
 * dev.headroom.app.perftest.PerftestOutput} prints.
 */
@NullMarked
package dev.headroom.app.perftest;

import org.jspecify.annotations.NullMarked;

/**
 * A peer of perftest's programs: {@code ib_write_bw}, {@code ib_send_lat} and the others.
 *
 * <p>{@link dev.headroom.wire.perftest.PerfSession} is one test, as client or as server: what both
 * sides tell each other ({@link dev.headroom.wire.perftest.PerfExchange}) over TCP or a connection
 * of the connection manager ({@link dev.headroom.wire.perftest.PerfChannel}), the queue pairs, and
 * the loop that measures. What was measured is a {@link dev.headroom.wire.perftest.PerfReport}.
 * Facts are those of perftest 4.5-0.17 (version 6.06 on the wire).
 */
@NullMarked
package dev.headroom.wire.perftest;

import org.jspecify.annotations.NullMarked;

/**
 * Peer of perftest's programs: {@code ib_write_bw}, {@code ib_send_lat} and the others. Facts are
 * those of perftest 4.5-0.17 (version 6.06 on the wire).
 *
 * <p>{@link dev.headroom.wire.perftest.PerfSession} is one test, as client or server: the {@link
 * dev.headroom.wire.perftest.PerfExchange} with the peer over a {@link
 * dev.headroom.wire.perftest.PerfChannel} (TCP or the connection manager), the queue pairs, and the
 * measuring loop. The result is a {@link dev.headroom.wire.perftest.PerfReport}.
 */
@NullMarked
package dev.headroom.wire.perftest;

import org.jspecify.annotations.NullMarked;

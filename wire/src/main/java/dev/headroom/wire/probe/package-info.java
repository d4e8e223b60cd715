/**
 * Path probes with RoCEv2 packets, to another machine and back: loss, order, DSCP and ECN, and the
 * hop of a change.
 *
 * <p>A {@link dev.headroom.wire.probe.ProbeSender} sends rounds of packets from a {@link
 * dev.headroom.wire.probe.ProbeSource}, some with a TTL that expires on the path, and reads the
 * routers' answers. A {@link dev.headroom.wire.probe.ProbeSink} reports the packets that arrived.
 * {@link dev.headroom.wire.probe.ProbeClient} has the source of the outward path and {@link
 * dev.headroom.wire.probe.ProbeServer} its sink; the return path is the reverse. Both coordinate
 * over {@link dev.headroom.wire.probe.ProbeExchange}. {@link dev.headroom.wire.probe.PathProbe}
 * runs the probes, {@link dev.headroom.wire.probe.PathDiagnosis} derives faults, and a {@link
 * dev.headroom.wire.probe.ProbeReport} holds the result.
 */
@NullMarked
package dev.headroom.wire.probe;

import org.jspecify.annotations.NullMarked;

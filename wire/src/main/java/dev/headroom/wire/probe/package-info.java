/**
 * What the path to another machine, and the way back, do to RoCEv2 packets.
 *
 * <p>A {@link dev.headroom.wire.probe.ProbeSender} sends rounds of packets from a {@link
 * dev.headroom.wire.probe.ProbeSource}, some with a TTL that ends on the way, and reads what
 * routers say of that; a {@link dev.headroom.wire.probe.ProbeSink} says in which order what
 * arrived, and with which DSCP and ECN. On the way there {@link
 * dev.headroom.wire.probe.ProbeClient} has the source and {@link
 * dev.headroom.wire.probe.ProbeServer} the sink, on the way back the other way round: both tell
 * each other of it by {@link dev.headroom.wire.probe.ProbeExchange}. {@link
 * dev.headroom.wire.probe.PathProbe} asks the questions, {@link
 * dev.headroom.wire.probe.PathDiagnosis} makes troubles of the answers, and a {@link
 * dev.headroom.wire.probe.ProbeReport} has them all.
 */
@NullMarked
package dev.headroom.wire.probe;

import org.jspecify.annotations.NullMarked;

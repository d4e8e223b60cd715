/**
 * Samples of a machine over time: what its kernel and its tools count, as series with a name and
 * labels.
 *
 * <p>A {@link dev.headroom.prove.sample.SampleSource} takes a {@link
 * dev.headroom.prove.sample.RawReading} of this machine, of a mounted one, or over SSH; {@link
 * dev.headroom.prove.sample.SampleReader} makes a {@link dev.headroom.prove.sample.HostSample} of
 * it; {@link dev.headroom.prove.sample.HostHistory} keeps what rates need. Names are those of
 * node_exporter and dcgm-exporter where they have one ({@code metrics.tsv}).
 */
@NullMarked
package dev.headroom.prove.sample;

import org.jspecify.annotations.NullMarked;

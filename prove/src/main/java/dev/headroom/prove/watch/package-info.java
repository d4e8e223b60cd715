/**
 * A watch over machines: samples on a clock, alarms on them, a store on disk, and an exporter.
 *
 * <p>{@link dev.headroom.prove.watch.Watch} is the loop; {@link dev.headroom.prove.watch.SampleLog}
 * keeps samples, {@link dev.headroom.prove.watch.Exporter} shows them to Prometheus.
 */
@NullMarked
package dev.headroom.prove.watch;

import org.jspecify.annotations.NullMarked;

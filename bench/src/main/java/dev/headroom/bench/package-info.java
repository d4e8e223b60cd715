/**
 * JMH benchmarks of the inner loops and of whole runs.
 *
 * <p>{@code mvn verify} only compiles them. Those whose names fit a pattern run with
 *
 * <pre>
 *   mvn -Pbench -pl bench -am verify -DskipTests -Dheadroom.bench=EventQueue
 * </pre>
 *
 * Whole processes, comparisons with other simulators and all figures are in {@code
 * bench/RESULTS.md}.
 */
package dev.headroom.bench;

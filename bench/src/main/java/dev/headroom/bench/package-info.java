/**
 * JMH benchmarks of the inner loops and of whole runs.
 *
 * <p>{@code mvn verify} only compiles them. This command runs those whose names match a pattern:
 *
 * <pre>
 *   mvn -Pbench -pl bench -am verify -DskipTests -Dheadroom.bench=EventQueue
 * </pre>
 *
 * Benchmarks of whole processes, comparisons with other simulators and all figures are in {@code
 * bench/RESULTS.md}.
 */
package dev.headroom.bench;

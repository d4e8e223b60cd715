/**
 * Benchmarks: JMH for the inner loops, whole runs for events per second, and comparisons with other
 * simulators' results.
 *
 * <p>{@code mvn verify} only compiles them. A figure quoted anywhere comes with the command and the
 * machine that gave it.
 */
package dev.headroom.bench;

package dev.headroom.model.latency;

/**
 * Component of a message's latency.
 *
 * @param id as files name it
 * @param label as people read it
 * @param ps picoseconds
 * @param source who says so
 */
public record LatencyComponent(String id, String label, long ps, String source) {}

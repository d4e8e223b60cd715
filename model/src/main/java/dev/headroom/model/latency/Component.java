package dev.headroom.model.latency;

/**
 * A part of the time that a message takes.
 *
 * @param id as files name it
 * @param label as people read it
 * @param ps picoseconds
 * @param source who says so
 */
public record Component(String id, String label, long ps, String source) {}

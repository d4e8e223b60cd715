package dev.headroom.prove.sample;

/**
 * Metric that a reading can become.
 *
 * @param source where it is read: {@code port}, {@code hw}, {@code ethtool}, ...
 * @param read what the source calls it
 * @param name of the metric
 * @param type how it moves
 * @param factor by which a reading is multiplied: counters of InfiniBand count words of 4 bytes
 * @param help what it is, for people
 */
public record Metric(
    String source, String read, String name, MetricType type, double factor, String help) {}

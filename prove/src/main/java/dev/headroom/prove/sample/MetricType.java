package dev.headroom.prove.sample;

/** How a metric moves. */
public enum MetricType {
  /** Only up, until it is reset. */
  COUNTER,
  /** Up and down. */
  GAUGE,
  /** Always 1: what it tells is in its labels. */
  INFO,
  /** A counter that node_exporter has without a type. */
  UNKNOWN;

  /** Whether a lower value than the last is a reset. */
  public boolean isCounter() {
    return this == COUNTER || this == UNKNOWN;
  }
}

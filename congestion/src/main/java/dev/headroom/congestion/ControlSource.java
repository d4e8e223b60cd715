package dev.headroom.congestion;

import java.util.List;

/**
 * Congestion controls that a jar on the class path brings: it names a class of this type in {@code
 * META-INF/services/dev.headroom.congestion.ControlSource}.
 */
public interface ControlSource {
  /** Those it brings, in the order in which they are listed. */
  List<ControlType> controls();
}

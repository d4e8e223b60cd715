package dev.headroom.formats.source;

import java.io.IOException;
import java.util.List;

/**
 * Stream of sources: those of one host together, and in path order where the container allows it.
 * Nothing is held in memory but what a visitor keeps.
 */
@FunctionalInterface
public interface SourceStream {
  /**
   * Visits every source once. What cannot be read is told to the visitor and does not stop the
   * rest.
   *
   * @throws IOException if nothing at all can be read, or if the visitor throws it
   */
  void forEach(SourceVisitor visitor) throws IOException;

  /** Sources that are in memory already. */
  static SourceStream of(List<MachineSource> sources) {
    return visitor -> {
      for (MachineSource source : sources) {
        visitor.visit(source);
      }
    };
  }
}

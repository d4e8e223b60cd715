package dev.headroom.formats.switches.write;

import dev.headroom.formats.emit.EmitStep;
import java.util.Set;

/** Knobs with several entries, which statements carry entry by entry, by step. */
final class StructuredKnobs {
  private StructuredKnobs() {}

  static Set<String> of(EmitStep step) {
    return switch (step) {
      case PAUSE, RETIREMENT, QUEUES, CLASSES, SCHEDULING -> step.knobs();
      case LINK, BUFFERS, MARKING, CONTROL, WATCHDOG -> Set.of();
    };
  }
}

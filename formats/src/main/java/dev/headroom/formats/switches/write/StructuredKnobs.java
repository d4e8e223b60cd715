package dev.headroom.formats.switches.write;

import dev.headroom.formats.emit.EmitStep;
import java.util.Set;
import java.util.TreeSet;

/** Knobs with several entries, which statements carry entry by entry, by step. */
final class StructuredKnobs {
  /** Statements without a value make a queue mark. */
  static final String ECN = "congestion.ecn";

  /** Statements without a value switch the watchdog on. */
  static final String ACTION = "pfc.watchdog.action";

  private StructuredKnobs() {}

  static Set<String> of(EmitStep step) {
    return switch (step) {
      case PAUSE, RETIREMENT, QUEUES, CLASSES, SCHEDULING -> new TreeSet<>(step.knobs());
      case MARKING -> Set.of(ECN);
      case WATCHDOG -> Set.of(ACTION);
      case LINK, BUFFERS, CONTROL -> Set.of();
    };
  }
}

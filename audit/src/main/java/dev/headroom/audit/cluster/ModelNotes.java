package dev.headroom.audit.cluster;

import dev.headroom.formats.setting.KnobValue;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/** Sentences about a model: what it assumes, what says its values, what it leaves out. */
final class ModelNotes {
  private final Set<String> assumed = new LinkedHashSet<>();
  private final Set<String> unsimulated = new LinkedHashSet<>();
  private final Set<String> sources = new LinkedHashSet<>();

  /** A missing fact, and what is assumed instead. */
  void assume(String sentence) {
    assumed.add(sentence);
  }

  /** What the simulator does not have. */
  void leave(String sentence) {
    unsimulated.add(sentence);
  }

  void source(String sentence) {
    sources.add(sentence);
  }

  /** The line that says a value of a node. */
  void source(String node, KnobValue value) {
    source("%s %s of %s (%s)".formatted(value.knob(), value.value(), node, value.source()));
  }

  Set<String> assumed() {
    return Collections.unmodifiableSet(assumed);
  }

  Set<String> unsimulated() {
    return Collections.unmodifiableSet(unsimulated);
  }

  Set<String> sources() {
    return Collections.unmodifiableSet(sources);
  }
}

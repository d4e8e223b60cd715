package dev.headroom.model.knob;

import dev.headroom.unit.UnitException;
import java.util.List;

/**
 * Plugin selected by name, such as a congestion control or load balancer of the user. A scenario
 * knows its name; what it does is brought along by whoever runs it, as a value that says more than
 * this.
 */
public interface Plugin {
  /** The algorithm's name where it is one of these. */
  String WORD = "own";

  /** The name alone, as a scenario writes it. */
  ValueType<Plugin> NAME =
      new ValueType<>("name of a Java class", "Halving", Plugin::named, Plugin::name, List.of());

  /** Its class's name. */
  String name();

  private static Plugin named(String text) {
    String name = text.strip();
    if (name.isEmpty()
        || !Character.isJavaIdentifierStart(name.charAt(0))
        || !name.chars().allMatch(Character::isJavaIdentifierPart)) {
      throw new UnitException(
          "'" + text + "' is not the name of a Java class; write it like Halving");
    }
    return new Named(name);
  }

  /** One that so far is a name only. */
  record Named(String name) implements Plugin {}
}

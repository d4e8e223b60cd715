package dev.headroom.model.yaml;

import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * Form of a key's value: its parser, and its JSON Schema for editors.
 *
 * @param <T> what it is read as
 */
public interface ValueForm<T> {
  /** What belongs there, as a message says it: {@code a line of text}. */
  String noun();

  /** The value, or empty where it is none; then what is wrong is told. */
  Optional<T> read(YamlNode yaml, String path, YamlProblems problems);

  /** The JSON Schema of such values. */
  ObjectNode schema();
}

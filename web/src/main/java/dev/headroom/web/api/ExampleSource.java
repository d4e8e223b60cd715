package dev.headroom.web.api;

import java.util.List;
import java.util.Optional;

/** Source of the scenarios that the program brings. */
public interface ExampleSource {
  /**
   * Example that a page offers.
   *
   * @param name of its file below the folder of examples: {@code incast-16.yaml}
   * @param sentence what it is
   * @param text of the file
   */
  record Example(String name, String sentence, String text) {}

  /** All of them, sorted by name. */
  List<Example> all();

  /** That of a name. */
  default Optional<Example> named(String name) {
    return all().stream().filter(example -> example.name().equals(name)).findFirst();
  }
}

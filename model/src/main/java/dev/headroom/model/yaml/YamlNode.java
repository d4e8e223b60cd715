package dev.headroom.model.yaml;

import java.util.List;
import java.util.Optional;

/**
 * Node of a YAML document as written: every scalar is its text, and every node has its position.
 */
public sealed interface YamlNode {
  /** Characters of a text that a complaint shows. */
  int SHOWN = 60;

  FilePosition spot();

  /**
   * A single value.
   *
   * @param plain whether it stands without quotes
   */
  record Scalar(String text, boolean plain, FilePosition spot) implements YamlNode {
    public boolean isMissing() {
      return plain && (text.isEmpty() || "null".equals(text) || "~".equals(text));
    }
  }

  record Sequence(List<YamlNode> items, FilePosition spot) implements YamlNode {
    public Sequence {
      items = items instanceof LineItems.Run ? items : List.copyOf(items);
    }
  }

  record Mapping(List<Entry> entries, FilePosition spot) implements YamlNode {
    public Mapping {
      entries = List.copyOf(entries);
    }

    public Optional<Entry> get(String key) {
      return entries.stream().filter(entry -> entry.key().equals(key)).findFirst();
    }

    /** What stands under a key, whatever it is. */
    public Optional<YamlNode> value(String key) {
      return get(key).map(Entry::value);
    }

    /** The block under a key; nothing where something else stands there. */
    public Optional<Mapping> block(String key) {
      return value(key).filter(Mapping.class::isInstance).map(Mapping.class::cast);
    }
  }

  /**
   * A key and its value.
   *
   * @param spot of the key
   */
  record Entry(String key, FilePosition spot, YamlNode value) {}

  /** What a message calls it. */
  static String kind(YamlNode yaml) {
    return switch (yaml) {
      case Scalar scalar -> scalar.isMissing() ? "nothing" : "'" + beginning(scalar.text()) + "'";
      case Sequence ignored -> "a list";
      case Mapping ignored -> "a block of keys";
    };
  }

  /** What names a long text: files of other kinds come as one. */
  private static String beginning(String text) {
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN - 3) + "...";
  }
}

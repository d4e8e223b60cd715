package dev.headroom.app.emit;

/** Lines of a YAML file. For one thread. */
final class YamlLines {
  private final StringBuilder text = new StringBuilder();

  YamlLines comment(String words) {
    return comment("", words);
  }

  YamlLines comment(String indent, String words) {
    return line(indent + "# " + words);
  }

  YamlLines line(String line) {
    text.append(line).append('\n');
    return this;
  }

  /** An entry of the list at the top. */
  YamlLines item(String key, String value) {
    return line("- " + key + ": " + quote(value));
  }

  YamlLines open(String key, String value) {
    return line(key + ": " + quote(value));
  }

  /** A text in double quotes. */
  static String quote(String value) {
    return "\""
        + value.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\p{Cntrl}", " ")
        + "\"";
  }

  @Override
  public String toString() {
    return text.toString();
  }
}

package dev.headroom.formats.kubernetes;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.LaunchVariables;
import dev.headroom.formats.read.ShellWord;
import dev.headroom.formats.read.TextLine;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Communication variables of the containers of one Kubernetes object. They stand in {@code env},
 * with name and value in separate lines, and in {@code command} and {@code args} (Kubernetes API
 * reference, core/v1 Container and EnvVar). What {@code valueFrom} takes from elsewhere is not
 * known.
 */
final class PodEnvironment {
  private static final Pattern ENV = Pattern.compile("(?:.*\\.)?(?:initC|c)ontainers\\.env\\.");
  private static final Pattern COMMAND =
      Pattern.compile("(?:.*\\.)?(?:initC|c)ontainers\\.(?:command|args)\\.");
  private static final Pattern WORD =
      Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"|'([^']*)'|([^\\s,\\[\\]][^,\\[\\]]*)");

  private final FactSink sink;
  private String name = "";
  private String value = "";
  private boolean valued;
  private String before = "";

  PodEnvironment(FactSink sink) {
    this.sink = sink;
  }

  /**
   * A line {@code key: value}.
   *
   * @param part the path to it, with a dot at its end
   * @param begins whether it is the first of an item
   */
  void entry(TextLine line, String part, boolean begins, String key, String text) {
    if (ENV.matcher(part).matches()) {
      if (begins) {
        forget();
      }
      variable(line, key, text);
    } else if (COMMAND.matcher(part + key + ".").matches()) {
      before = "";
      words(line, text);
    } else if (COMMAND.matcher(part).matches()) {
      // A line of a script that looks like an entry.
      LaunchVariables.addVariables(line, line.text().strip(), sink);
    }
  }

  /** An item without a key, or a line of a text. */
  void item(TextLine line, String part, String text) {
    if (ENV.matcher(part).matches()) {
      forget();
      YamlFlowMapping.entries(text).forEach(each -> variable(line, each.path(), each.value()));
    } else if (COMMAND.matcher(part).matches()) {
      String word = plain(text);
      LaunchVariables.addVariables(line, before.startsWith("-") ? before + " " + word : word, sink);
      before = word;
    }
  }

  private void forget() {
    name = "";
    value = "";
    valued = false;
  }

  private void variable(TextLine line, String key, String text) {
    if (key.equals("name")) {
      name = plain(text);
    } else if (key.equals("value") && !text.strip().matches("[|>][+-]?")) {
      value = plain(text);
      valued = true;
    }
    if (valued && LaunchVariables.isName(name)) {
      sink.add(line, new Subject(SubjectKind.ENV, name), ShellWord.key(name, value), value);
      forget();
    }
  }

  /** A list in one line: each word may be a whole command, or all of them together are one. */
  private void words(TextLine line, String text) {
    if (!text.startsWith("[")) {
      LaunchVariables.addVariables(line, plain(text), sink);
      return;
    }
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(text);
    while (word.find()) {
      words.add(plain(word.group()));
    }
    words.forEach(each -> LaunchVariables.addVariables(line, each, sink));
    String all = String.join(" ", words);
    if (words.stream().noneMatch(LaunchVariables::hasVariableArguments)
        && LaunchVariables.hasVariableArguments(all)) {
      LaunchVariables.addVariables(line, all, sink);
    }
  }

  /** Without the quotes, or the comment behind it. */
  private static String plain(String text) {
    String word = text.strip();
    if (word.startsWith("\"") || word.startsWith("'")) {
      int end = word.indexOf(word.charAt(0), 1);
      while (end > 0 && word.charAt(0) == '"' && word.charAt(end - 1) == '\\') {
        end = word.indexOf('"', end + 1);
      }
      return end < 0 ? word : word.substring(1, end).replace("\\\"", "\"");
    }
    return word.replaceFirst("\\s+#.*$", "");
  }
}

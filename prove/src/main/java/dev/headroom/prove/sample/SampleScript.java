package dev.headroom.prove.sample;

import dev.headroom.collect.allow.AllowList;
import dev.headroom.prove.sample.RawReading.Refused;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Shell script that reads a Linux machine, and reader of what it prints. One {@code grep} prints
 * all files, each line behind the name of its file and a NUL; outputs of commands stand between
 * lines that begin with a NUL. It needs a POSIX shell and GNU grep, and leaves nothing behind.
 */
final class SampleScript {
  private static final Pattern REFUSED = Pattern.compile("grep: /(.*?): ([^:]+)");
  private static final String COMMAND = "\0command ";
  private static final String END = "\0end ";
  private static final int MOST_LOG_LINES = 500;

  private SampleScript() {}

  /**
   * The script.
   *
   * @param parts what it reads
   * @param slow whether to read what is read now and then, too
   * @param without paths and commands that were refused before
   */
  static String of(SampledParts parts, boolean slow, Set<String> without) {
    StringBuilder script = new StringBuilder();
    script.append("LC_ALL=C PATH=").append(AllowList.PATH).append("; export LC_ALL PATH\n");
    files(parts.files(), without, script);
    commands(parts.commands(), without, script);
    if (slow) {
      files(parts.seldomFiles(), without, script);
      commands(parts.seldomCommands(), without, script);
    }
    return script.append("exit 0\n").toString();
  }

  private static void files(List<String> patterns, Set<String> without, StringBuilder script) {
    if (patterns.isEmpty()) {
      return;
    }
    String all = patterns.stream().map(each -> "/" + each).collect(Collectors.joining(" "));
    List<String> left =
        without.stream()
            .filter(each -> each.matches("[\\w./:+-]+"))
            .map(each -> "/" + each)
            .toList();
    if (left.isEmpty()) {
      script.append("grep --null '' ").append(all).append('\n');
      return;
    }
    script
        .append("set --; for f in ")
        .append(all)
        .append("; do case $f in ")
        .append(String.join("|", left))
        .append(") ;; *) set -- \"$@\" \"$f\";; esac; done; grep --null '' \"$@\"\n");
  }

  private static void commands(List<String> commands, Set<String> without, StringBuilder script) {
    for (String command : commands) {
      if (without.contains(command)) {
        continue;
      }
      if (command.contains("{net}")) {
        String words = command.replace("{net}", "$n");
        script.append("for n in /").append(SampledParts.INTERFACES).append("; do ");
        script.append("[ -e \"$n\" ] || continue; n=${n%/device}; n=${n##*/}; ");
        script.append(run(words, words.replace("$n", "\"$n\""))).append("; done\n");
      } else {
        String program = command.split(" ")[0];
        script.append("command -v ").append(program).append(" >/dev/null && { ");
        String words = command.equals("dmesg") ? "dmesg | tail -n " + MOST_LOG_LINES : command;
        script.append(run(command, words)).append("; }\n");
      }
    }
  }

  private static String run(String name, String words) {
    return "printf '\\0command %%s\\n' \"%s\"; %s 2>/dev/null; printf '\\0end %%s\\n' $?"
        .formatted(name, words);
  }

  /** What the script printed. */
  static RawReading read(Instant time, byte[] output, String errors) {
    TreeMap<String, String> files = new TreeMap<>();
    Map<String, String> outputs = new LinkedHashMap<>();
    Map<String, StringBuilder> texts = new LinkedHashMap<>();
    String command = "";
    StringBuilder printed = new StringBuilder();
    for (String line : new String(output, StandardCharsets.ISO_8859_1).split("\n")) {
      if (line.startsWith(COMMAND)) {
        command = line.substring(COMMAND.length());
        printed.setLength(0);
      } else if (line.startsWith(END)) {
        if (line.equals(END + "0")) {
          outputs.put(command, printed.toString());
        }
        command = "";
      } else if (!command.isEmpty()) {
        printed.append(line).append('\n');
      } else {
        int name = line.indexOf('\0');
        if (name > 1) {
          texts
              .computeIfAbsent(line.substring(1, name), _ -> new StringBuilder())
              .append(line, name + 1, line.length())
              .append('\n');
        }
      }
    }
    texts.forEach((path, text) -> files.put(path, text.toString()));
    return new RawReading(time, files, outputs, refused(errors));
  }

  /** A pattern that nothing fits is no file that was refused. */
  private static List<Refused> refused(String errors) {
    List<Refused> refused = new ArrayList<>();
    for (String line : errors.lines().toList()) {
      Matcher matcher = REFUSED.matcher(line);
      if (matcher.matches()
          && !matcher.group(2).equals("No such file or directory")
          && !matcher.group(2).equals("Is a directory")) {
        refused.add(new Refused(matcher.group(1), matcher.group(2)));
      }
    }
    return refused;
  }
}

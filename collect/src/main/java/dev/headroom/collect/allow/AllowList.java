package dev.headroom.collect.allow;

import dev.headroom.collect.redact.Redaction;
import dev.headroom.formats.fact.SecretTable;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;

/**
 * List of the data that may be collected from one kind of machine: files by path patterns, commands
 * word for word, environment variables by prefix.
 *
 * @param name {@code host} or {@code sonic}
 * @param screen what of it goes out
 * @param environment beginnings of names
 * @param paths what is read
 * @param secondSample what is taken a second time
 * @param commands commands
 * @param fabric commands that are slow or not without effect, run only if asked for by name
 */
public record AllowList(
    String name,
    Screen screen,
    List<String> environment,
    Paths paths,
    Again secondSample,
    List<Asked> commands,
    List<Asked> fabric) {
  /**
   * Patterns that decide what goes out of what was taken.
   *
   * @param never pattern of what never goes out, whatever else lets it through: that of {@link
   *     SecretTable} and the list's own, an extended regular expression for awk and Java
   * @param value pattern of values that may go out as they are, of variables and settings
   * @param redactions what is let through of a file that may hold secrets, by name
   */
  public record Screen(String never, String value, NavigableMap<String, Redaction> redactions) {}

  /**
   * Paths that are read.
   *
   * @param each patterns whose one star gives the values of a word such as <code>{net}</code>
   * @param links patterns of symbolic links whose targets are written down
   * @param files files
   */
  public record Paths(NavigableMap<String, String> each, List<String> links, List<Taken> files) {}

  /**
   * Counters that are taken a second time.
   *
   * @param counters files that are read again for a second sample
   * @param counterCommands commands that are run again for a second sample
   */
  public record Again(List<Taken> counters, List<Asked> counterCommands) {}

  /** Where commands are looked for, on every machine, whatever the caller's path is. */
  public static final String PATH =
      "/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/sbin:/usr/local/bin:/opt/rocm/bin";

  /** Most that one command may take, in seconds. */
  public static final int COMMAND_SECONDS = 10;

  /** Most that a command may take that asks the whole fabric, in seconds. */
  public static final int FABRIC_SECONDS = 600;

  /**
   * Files of these names in these folders.
   *
   * @param folder pattern of a folder; {@code ~} at its beginning is the caller's home
   * @param names patterns of names in it
   * @param redaction name of what is let through; all of it if absent
   * @param root what being root would add
   */
  public record Taken(
      String folder, List<String> names, Optional<String> redaction, Optional<String> root) {}

  /**
   * A command.
   *
   * @param name what it is asked for by: its first word unless the list says otherwise
   * @param words the command; one may be <code>{net}</code>, for each value of that pattern
   * @param redaction name of what is let through; all of it if absent
   * @param root what being root would add
   */
  public record Asked(
      String name, List<String> words, Optional<String> redaction, Optional<String> root) {
    /** The name of the value that this command is run for each of. */
    public Optional<String> each() {
      return words.stream()
          .filter(word -> word.startsWith("{") && !word.equals("{scratch}"))
          .map(word -> word.substring(1, word.length() - 1))
          .findFirst();
    }

    /** The command with its words filled in. */
    public List<String> with(String value, String scratch) {
      return words.stream()
          .map(word -> word.equals("{scratch}") ? scratch : word.startsWith("{") ? value : word)
          .toList();
    }

    /** The name of the file that holds what it prints: its words joined by underscores. */
    public static String label(List<String> words) {
      return String.join("_", words).replaceAll("[^-A-Za-z0-9_.:]", "_");
    }
  }

  /** What is taken from a Linux host. */
  public static AllowList host() {
    return AllowListReader.resource("host");
  }

  /** What is taken from a switch that runs SONiC. */
  public static AllowList sonic() {
    return AllowListReader.resource("sonic");
  }

  /** Names of commands that are run only if asked for, each once. */
  public List<String> fabricNames() {
    return fabric.stream().map(Asked::name).distinct().toList();
  }

  /** The pattern that names of variables fit. */
  public String environmentPattern() {
    return environment.isEmpty() ? "^$" : "^(" + String.join("|", environment) + ")[A-Za-z0-9_]*=";
  }

  /** The pattern of variables whose values go out; of others only the names do. */
  public String plainVariablePattern() {
    return screen.value().isEmpty()
        ? "^[A-Za-z0-9_]+=$"
        : "^[A-Za-z0-9_]+=(" + screen.value() + ")?(;(" + screen.value() + "))*$";
  }
}

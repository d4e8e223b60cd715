package dev.headroom.app.screen;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Capabilities of the terminal or file behind an output stream.
 *
 * @param interactive whether it is a terminal, where a line can be written over
 * @param unicode whether it draws boxes and arrows
 * @param colour whether it shows bold and colours
 * @param columns how many characters a line of it holds
 */
public record Terminal(boolean interactive, boolean unicode, boolean colour, int columns) {
  /** Where nothing says how wide it is. */
  private static final int USUAL_COLUMNS = 80;

  private static final int WIDEST = 80;
  private static final int NARROWEST = 40;

  /** A file or a pipe. */
  public static final Terminal PLAIN = new Terminal(false, false, false);

  /** Of the usual width. */
  Terminal(boolean interactive, boolean unicode, boolean colour) {
    this(interactive, unicode, colour, USUAL_COLUMNS);
  }

  /** Characters of a line of text: those of the terminal, up to a readable length. */
  public int lineWidth() {
    return Math.clamp(columns, NARROWEST, WIDEST);
  }

  /** Standard output. */
  public static Terminal ofOutput() {
    return of(1, System.getenv());
  }

  /** Standard error. */
  public static Terminal ofError() {
    return of(2, System.getenv());
  }

  private static Terminal of(int descriptor, Map<String, String> environment) {
    return isTerminal(descriptor) ? of(environment) : PLAIN;
  }

  /** A terminal in this environment. */
  static Terminal of(Map<String, String> environment) {
    String term = environment.getOrDefault("TERM", "dumb");
    boolean able = !"dumb".equals(term);
    boolean unicode = able && !"linux".equals(term) && utf8(environment);
    boolean colour = able && environment.getOrDefault("NO_COLOR", "").isEmpty();
    return new Terminal(
        able, unicode, colour, Integer.getInteger("headroom.columns", USUAL_COLUMNS));
  }

  /** The first of these that is set decides, as in setlocale(3). */
  private static boolean utf8(Map<String, String> environment) {
    for (String name : new String[] {"LC_ALL", "LC_CTYPE", "LANG"}) {
      String value = environment.getOrDefault(name, "");
      if (!value.isEmpty()) {
        String charset = value.toLowerCase(Locale.ROOT);
        return charset.contains("utf-8") || charset.contains("utf8");
      }
    }
    return false;
  }

  /** Asks Linux what the descriptor leads to; elsewhere, whether there is a console at all. */
  private static boolean isTerminal(int descriptor) {
    Path link = Path.of("/proc/self/fd/" + descriptor);
    if (!Files.isSymbolicLink(link)) {
      return Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
    }
    try {
      String target = Files.readSymbolicLink(link).toString();
      return target.startsWith("/dev/pts/")
          || target.startsWith("/dev/tty")
          || target.equals("/dev/console");
    } catch (IOException e) {
      return false;
    }
  }
}

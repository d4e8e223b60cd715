package dev.headroom.formats.read;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Command that runs on another machine than the prompt's: its output belongs to that machine.
 *
 * @param host the machine or pod
 * @param command what runs there
 */
record RemoteCommand(String host, String command) {
  private static final String BEFORE = "(?:(?:sudo|time|timeout \\S+|sshpass \\S+(?: \\S+)?)\\s+)*";

  /** {@code ssh -p 22 root@gpu-1 'ibstat'} (ssh(1)); without a command another prompt follows. */
  private static final Pattern SSH =
      Pattern.compile(
          BEFORE
              + "ssh\\s+(?:-[BbcDEeFIiJLlmOoPpRSWw]\\s*\\S+\\s+|-[A-Za-z]+\\s+)*+(?:[\\w.-]+@)?([A-Za-z0-9][\\w.-]*)\\s+(?:--\\s+)?(\\S.*)");

  /** {@code kubectl -n ml exec -it train-0 -c main -- ibstat} (kubectl reference, exec). */
  private static final Pattern EXEC =
      Pattern.compile(
          BEFORE
              + "(?:kubectl|oc)\\s+(?:(?:-n|--namespace|--context)[ =]\\S+\\s+)*exec\\s+(?:(?:-n|-c|--namespace|--container|--context)[ =]\\S+\\s+|-\\S+\\s+)*+(?:pods?/)?([\\w.-]+)\\s+(?:(?:-n|-c|--namespace|--container)[ =]\\S+\\s+|-[it]+\\s+)*+--\\s+(\\S.*)");

  private static final Pattern QUOTED = Pattern.compile("(?:(?:ba)?sh -l?c )?(['\"])(.*)\\1");

  /** What ansible, pssh and {@code clush -b} or {@code dshbak} put above what a machine printed. */
  private static final Pattern ANSIBLE =
      Pattern.compile("([\\w.-]+) \\| (?:CHANGED|SUCCESS|FAILED)(?: \\| rc=\\d+ >>)\\s*");

  private static final Pattern PSSH =
      Pattern.compile(
          "\\[\\d+\\] \\d\\d:\\d\\d:\\d\\d \\[(?:SUCCESS|FAILURE)\\] ([\\w.-]+)(?: .*)?");
  private static final Pattern RULER = Pattern.compile("-{10,40}\\s*");
  private static final Pattern NODES =
      Pattern.compile("([A-Za-z][\\w.,\\[\\]-]*)(?: \\(\\d+\\))?\\s*");

  static Optional<RemoteCommand> of(String command) {
    for (Pattern pattern : new Pattern[] {SSH, EXEC}) {
      Matcher remote = pattern.matcher(command);
      if (remote.matches()) {
        return Optional.of(new RemoteCommand(remote.group(1), unquoted(remote.group(2).strip())));
      }
    }
    return Optional.empty();
  }

  private static String unquoted(String command) {
    Matcher quoted = QUOTED.matcher(command);
    return quoted.matches() ? quoted.group(2).strip() : command;
  }

  /** The machines that a tool names above what it gathered from them. */
  static Optional<String> banner(SourceLines document, int at) {
    String text = document.text(at);
    if (text.length() > 300) {
      return Optional.empty();
    }
    for (Pattern pattern : new Pattern[] {ANSIBLE, PSSH}) {
      Matcher said = pattern.matcher(text);
      if (said.matches()) {
        return Optional.of(said.group(1));
      }
    }
    boolean ruled =
        RULER.matcher(document.text(at - 1)).matches()
            && RULER.matcher(document.text(at + 1)).matches();
    Matcher nodes = NODES.matcher(text);
    return ruled && text.chars().anyMatch(Character::isDigit) && nodes.matches()
        ? Optional.of(nodes.group(1))
        : Optional.empty();
  }
}

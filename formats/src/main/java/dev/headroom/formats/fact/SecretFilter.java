package dev.headroom.formats.fact;

import java.util.regex.Pattern;

/**
 * Filter that removes credentials from facts: passwords, keys and communities of switch
 * configurations, and all that {@link SecretTable} has a pattern for. No rule rests on any of them,
 * and facts are printed where others look on.
 *
 * <p>Of a switch's commands the whole families go that are about who may log in or ask (users, AAA,
 * TACACS+, RADIUS, SNMP); of others what follows a word such as {@code password}.
 */
public final class SecretFilter {
  /** What stands where something was taken out. */
  public static final String REMOVED = SecretTable.REMOVED;

  /** Most commands have none of these; only the table applies to them. */
  private static final Pattern CLUE =
      Pattern.compile(
          "(?i)passw|passphrase|passkey|secret|token|certificate|key|communit|snmp|tacacs|tacplus|radius|ldap"
              + "|aaa|user|crypto|md5|\\$\\w{1,2}\\$|[A-Za-z0-9+/=]{60}");

  private static final String FAMILY =
      "(?:snmp(?:-server)?|tacacs(?:-server|plus)?|tacplus|radius(?:-server)?|ldap(?:-server)?|aaa"
          + "|user(?:name)?|crypto|enable (?:secret|password)|ntp authentication(?:-key)?)";

  /** EOS, NX-OS, OS10, Onyx; NVUE, written as commands and as the path in its YAML. */
  private static final Pattern OF_FAMILY =
      Pattern.compile(
          "((?:^|.{0,200}[#>] ?)\\s*(?:no |default )?(?:(?:nv )?set system |system )?"
              + FAMILY
              + ")[ \\t]\\S.*");

  private static final Pattern AFTER_WORD =
      Pattern.compile(
          "(?i)((?:^|[\\s-])(?:password|passwd|passphrase|passkey|secret|hashed-password|community"
              + "|key-string|key|token|md5|pre-shared-key|certificate)['\"]?:?)[ \\t]+\\S.*");

  private static final Pattern HASH = Pattern.compile("\\$\\w{1,2}\\$[^\\s'\"]+");
  private static final Pattern BASE64 = Pattern.compile("\\s*[A-Za-z0-9+/=]{60,80}\\s*");

  /** Here the name is the secret: {@code "SNMP_COMMUNITY": {"public": ...}}. */
  private static final Pattern MEMBERS = Pattern.compile("(\"\\w*COMMUNITY\\w*\"\\s*:\\s*).*");

  private static final Pattern NAMED_BY_SECRET = Pattern.compile("(\\w*COMMUNITY\\w*)(\\|.*)?");

  private SecretFilter() {}

  /** The same, its line too, with a mark where a secret stood. */
  public static Fact redact(Fact fact) {
    return switch (fact.subject().kind()) {
      case SWITCH_SETTING, EVENT -> ofCommand(fact);
      case ENV -> SecretTable.isSecretName(fact.subject().name()) ? hidden(fact) : shown(fact);
      case ITEM -> ofItem(fact);
      default -> shown(fact);
    };
  }

  /** A line that a finding rests on, with a mark where a secret stood. */
  public static Evidence redact(Evidence evidence) {
    String line = evidence.text();
    String seen = seen(line);
    return seen.equals(line) ? evidence : new Evidence(evidence.source(), evidence.line(), seen);
  }

  private static Fact ofCommand(Fact fact) {
    Subject subject = new Subject(fact.subject().kind(), parts(fact.subject().name()));
    String key = command(fact.key());
    String value = command(fact.value());
    String line = fact.evidence().text();
    String text = command(line);
    boolean same =
        subject.equals(fact.subject()) && key.equals(fact.key()) && value.equals(fact.value());
    // A line that is a secret and nothing else does not look like one.
    String seen = !same && text.equals(line) ? REMOVED : text;
    return with(fact, subject, key, value, seen);
  }

  /** Each part that a command stands in is the beginning of a command. */
  private static String parts(String path) {
    String[] parts = path.split(" \\| ", -1);
    for (int i = 0; i < parts.length; i++) {
      parts[i] = command(parts[i]);
    }
    return String.join(" | ", parts);
  }

  private static Fact ofItem(Fact fact) {
    var names = NAMED_BY_SECRET.matcher(fact.subject().name());
    if (names.matches()) {
      boolean table = names.group(2) == null;
      Subject subject =
          new Subject(fact.subject().kind(), names.group(1) + (table ? "" : "|" + REMOVED));
      return with(fact, subject, table ? REMOVED : fact.key(), fact.value(), REMOVED);
    }
    return SecretTable.isSecretName(fact.key()) ? hidden(fact) : shown(fact);
  }

  private static Fact hidden(Fact fact) {
    String text = fact.evidence().text();
    String value = fact.value();
    String without = value.isEmpty() ? text : text.replace(value, REMOVED);
    return with(fact, fact.subject(), fact.key(), REMOVED, text(without));
  }

  private static Fact shown(Fact fact) {
    return with(fact, fact.subject(), fact.key(), text(fact.value()), seen(fact.evidence().text()));
  }

  /** What is typed at a switch says who typed it, and where, too. */
  private static String seen(String line) {
    return line.contains("(conf") ? command(line) : text(line);
  }

  private static Fact with(Fact fact, Subject subject, String key, String value, String seen) {
    Evidence evidence = fact.evidence();
    boolean same =
        subject.equals(fact.subject())
            && key.equals(fact.key())
            && value.equals(fact.value())
            && seen.equals(evidence.text());
    return same
        ? fact
        : new Fact(subject, key, value, new Evidence(evidence.source(), evidence.line(), seen));
  }

  /** A command of a switch, or a line of its configuration. */
  static String command(String command) {
    if (!CLUE.matcher(command).find()) {
      return text(command);
    }
    if (BASE64.matcher(command).matches()) {
      return REMOVED;
    }
    String shown = OF_FAMILY.matcher(command).replaceFirst("$1 " + REMOVED);
    shown = AFTER_WORD.matcher(shown).replaceFirst("$1 " + REMOVED);
    return text(HASH.matcher(shown).replaceAll(REMOVED));
  }

  /** Any text: without the secrets of {@link SecretTable}, and the communities of SNMP. */
  static String text(String text) {
    String shown = SecretTable.mask(text);
    return shown.contains("COMMUNITY")
        ? MEMBERS.matcher(shown).replaceFirst("$1" + REMOVED)
        : shown;
  }
}

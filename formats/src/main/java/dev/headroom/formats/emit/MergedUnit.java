package dev.headroom.formats.emit;

/**
 * Command that writes a unit of systemd in place of an earlier one, and keeps what that one sets
 * and the new one does not. Two plans with different settings of one interface so have both after a
 * restart; of one setting, the later plan's value counts.
 *
 * @param name of the new unit's file
 * @param place of the unit on the device
 */
public record MergedUnit(String name, String place) {
  /** Begins the comment before a command that says what it sets. */
  public static final String SETS = "# Sets: ";

  /**
   * Reads the new unit, then the present one. Settings of the present one come in its order, with
   * new values where the new unit has some; the others follow. Commands without a comment stand
   * before or after all settings, and are those of the new unit.
   */
  private static final String MERGE =
      """
      awk '\
      FNR == 1 { setting = ""; file++ } \
      /^# Sets: / { setting = $0; next } \
      setting != "" { if (!((file, setting) in command)) order[file, ++count[file]] = setting; \
      command[file, setting] = command[file, setting] setting "\\n" $0 "\\n"; setting = ""; next } \
      file == 1 { if (count[1]) after = after $0 "\\n"; else print } \
      END { for (i = 1; i <= count[2]; i++) { s = order[2, i]; \
      printf "%%s", (1, s) in command ? command[1, s] : command[2, s]; old[s] = 1 } \
      for (i = 1; i <= count[1]; i++) if (!(order[1, i] in old)) printf "%%s", command[1, order[1, i]]; \
      printf "%%s", after }\
      ' %1$s %2$s > %2$s.new\
      """;

  /** The command; the unit's file is there after it, with mode 644. */
  public String write() {
    return ("if [ -e %2$s ]; then "
            + MERGE
            + "; else cp %1$s %2$s.new; fi"
            + " && chmod 644 %2$s.new && mv %2$s.new %2$s")
        .formatted(name, place);
  }
}

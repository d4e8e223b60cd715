package dev.headroom.formats.switches;

/**
 * Kind of named settings of a switch, such as WRED profiles or policy maps.
 *
 * @param name as the vendor's configuration writes it: {@code WRED_PROFILE}
 * @param builtIn pattern of names that a switch has without a definition
 * @param mayBeSpare whether an unused one is usual, such as a spare scheduler
 */
public record SettingKind(String name, String builtIn, boolean mayBeSpare) {
  /** One that has no effect until a port, a queue or another setting uses it. */
  public static SettingKind of(String name) {
    return new SettingKind(name, "", false);
  }

  /** The same with names that are always there. */
  public SettingKind builtIn(String names) {
    return new SettingKind(name, names, mayBeSpare);
  }

  /** The same, of which spare ones are usual. */
  public SettingKind spare() {
    return new SettingKind(name, builtIn, true);
  }

  boolean isBuiltIn(String named) {
    return named.matches(builtIn);
  }
}

package dev.headroom.unit.setting;

/**
 * Declaration of a setting in a record.
 *
 * @param says what the annotation says of it
 * @param quantity how its value is written
 * @param type of the value in the record: {@code long}, {@code double}, an enum
 */
public record DeclaredSetting(Setting says, SettingFormat quantity, Class<?> type) {
  public String key() {
    return says.key();
  }
}

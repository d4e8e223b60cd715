package dev.headroom.unit.setting;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Values of settings that the user has set. */
@FunctionalInterface
public interface SettingValues {
  /** Nothing at all. */
  SettingValues NOTHING = setting -> Optional.empty();

  /**
   * Texts as a scenario would have them.
   *
   * @param texts a key, its value, the next key, ...
   */
  static SettingValues of(String... texts) {
    Map<String, String> byKey = new HashMap<>();
    for (int i = 0; i < texts.length; i += 2) {
      byKey.put(texts[i], texts[i + 1]);
    }
    return setting ->
        Optional.ofNullable(byKey.get(setting.key()))
            .map(text -> setting.quantity().parse(text, setting.type()));
  }

  /** The value of a setting as its record holds it, if it is set. */
  Optional<Object> find(DeclaredSetting setting);
}

package dev.headroom.formats.setting;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Place and form of a setting in a device's language.
 *
 * @param device the language or the tool: {@code SONiC}, {@code mlx5 debugfs}
 * @param name what the language calls the setting
 * @param place where it stands: a table, the parts of a configuration, a file. Words in braces
 *     stand for names and numbers of one device
 * @param form the text that sets it, with the value as {@code {value}}, and with other settings of
 *     the same command as words in braces
 */
public record SettingSite(String device, String name, String place, String form) {
  private static final String VALUE = "{value}";

  /** A setting of this place with a knob. */
  public DeviceSetting sets(String knob, SettingScale scale) {
    return new DeviceSetting(this, scale, SettingRelation.NONE, knob, KnobLimit.NONE);
  }

  /**
   * A setting of this place without a knob.
   *
   * @param neutral the value at which it changes nothing that the simulator has; blank if it always
   *     does
   * @param reason the behaviour that the simulator does not have
   */
  public DeviceSetting hasNoKnob(SettingScale scale, String neutral, String reason) {
    return new DeviceSetting(this, scale, SettingRelation.NONE, "", new KnobLimit(reason, neutral));
  }

  /** The value in a command of this form, by the word before it; empty if it has none. */
  public Optional<String> read(String command) {
    int at = form.indexOf(VALUE);
    String before = form.substring(0, Math.max(0, at)).stripTrailing();
    String keyword = before.substring(before.lastIndexOf(' ') + 1);
    Matcher found =
        Pattern.compile("(?:^|\\s)" + Pattern.quote(keyword) + "\\s+(\\S+)").matcher(command);
    return at > 0 && found.find() ? Optional.of(found.group(1)) : Optional.empty();
  }
}

package dev.headroom.app.option;

import dev.headroom.model.scenario.SetKey;
import dev.headroom.model.text.BadInputException;
import java.util.ArrayList;
import java.util.List;

/**
 * Key that an option {@code --vary} varies, with its values.
 *
 * @param values two or more, or one; each as in YAML
 */
public record VariedKey(String key, List<String> values) {
  public VariedKey {
    values = List.copyOf(values);
  }

  /**
   * Keys of all options.
   *
   * @param varies {@code key=a,b} each
   * @param ofAll {@code key=value} that every variant has: none of the keys that vary
   */
  public static List<VariedKey> parse(List<String> varies, List<String> ofAll) {
    List<VariedKey> keys = new ArrayList<>();
    List<String> before = new ArrayList<>(ofAll);
    for (String vary : varies) {
      VariedKey key = parse(vary);
      key.refuseHidden(vary, before);
      before.addAll(key.sets());
      keys.add(key);
    }
    return keys;
  }

  /** {@code key=value} for each value. */
  public List<String> sets() {
    return values.stream().map(value -> key + "=" + value).toList();
  }

  /** Refuses a key that is set twice: a run would have only one of the two values. */
  private void refuseHidden(String vary, List<String> before) {
    for (String choice : sets()) {
      for (String other : before) {
        if (SetKey.hides(choice, other)) {
          throw new BadInputException(
              "--vary %s: %s is set or varied as well, and would have no effect; remove one of the two"
                  .formatted(vary, other));
        }
      }
    }
  }

  /** Commas separate values; bars do where values have commas. */
  private static VariedKey parse(String vary) {
    int equals = vary.indexOf('=');
    if (equals <= 0 || equals == vary.length() - 1) {
      throw new BadInputException(
          "--vary " + vary + ": this is not KEY=VALUE,VALUE; such as congestion=dcqcn,none");
    }
    String key = vary.substring(0, equals).strip();
    String all = vary.substring(equals + 1);
    List<String> values = new ArrayList<>();
    for (String value : all.split(all.indexOf('|') >= 0 ? "\\|" : ",", -1)) {
      if (value.isBlank()) {
        throw new BadInputException("--vary " + vary + ": it contains an empty value");
      }
      if (values.contains(value.strip())) {
        throw new BadInputException("--vary " + vary + ": " + value.strip() + " appears twice");
      }
      values.add(value.strip());
    }
    return new VariedKey(key, values);
  }
}

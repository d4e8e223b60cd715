package dev.headroom.app.command;

import dev.headroom.app.input.LoadedScenario;
import dev.headroom.app.option.PluginArguments;
import dev.headroom.app.plugin.PluginException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Variants with values that the record {@code Settings} of their plugin rejects. */
final class RejectedSettings {
  private final Map<CompareVariant, PluginException> rejected = new LinkedHashMap<>();

  /** Whether the plugins of a variant accept its values; keeps the variant if they do not. */
  boolean isAccepted(CompareVariant variant, LoadedScenario loaded) {
    try {
      PluginArguments.checkSettings(loaded.scenario());
      return true;
    } catch (PluginException e) {
      rejected.put(variant, e);
      return false;
    }
  }

  /**
   * The rejected variants whose values are valid in other variants.
   *
   * @param accepted the other variants
   * @throws PluginException about a value that no accepted variant has
   */
  Map<CompareVariant, PluginException> conflicts(List<CompareVariant> accepted) {
    rejected.forEach((variant, why) -> {
      List<String> sets = variant.sets();
      boolean isValidElsewhere =
          !sets.isEmpty()
              && sets.stream()
                  .allMatch(set -> accepted.stream().anyMatch(each -> each.sets().contains(set)));
      if (!isValidElsewhere) {
        throw why;
      }
    });
    return rejected;
  }
}

package dev.headroom.tune.study;

import java.util.List;

/**
 * Change of the conditions of a scenario: a failed link, more load, another mix of sizes. Settings
 * that were chosen without it are run under it as well.
 *
 * @param name short and unique within a study: {@code link-down}
 * @param description for people: {@code link leaf-0/spine-0 is down}
 * @param overrides {@code key=value}, laid over the scenario
 */
public record ConditionChange(String name, String description, List<String> overrides) {
  public ConditionChange {
    overrides = List.copyOf(overrides);
  }
}

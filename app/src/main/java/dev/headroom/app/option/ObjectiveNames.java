package dev.headroom.app.option;

import dev.headroom.model.text.BadInputException;
import dev.headroom.run.summary.Measure;
import dev.headroom.run.summary.MeasureNames;
import dev.headroom.tune.search.Objective;
import java.util.ArrayList;
import java.util.List;

/** Objectives by the names that {@code --for} has. */
public final class ObjectiveNames {
  private ObjectiveNames() {}

  /**
   * The objectives with their better directions, in order.
   *
   * @param known measures of the scenario
   * @param names as the user writes them; empty for the time of all and the slowdown of the slowest
   * @throws BadInputException if one is unknown, has no better direction, or appears twice
   */
  public static List<Objective> of(List<Measure> known, List<String> names) {
    MeasureNames named = new MeasureNames(known);
    List<Objective> found = new ArrayList<>();
    for (String name : names.isEmpty() ? usual(known) : names) {
      Measure measure =
          named
              .find(name.strip())
              .orElseThrow(
                  () -> new BadInputException("--for " + name + ": " + named.unknown(name)));
      found.add(
          switch (measure.better()) {
            case LESS -> Objective.less(measure.key());
            case MORE -> Objective.more(measure.key());
            case NEITHER ->
                throw new BadInputException(
                    "--for %s: this measure has no better direction, so it is no objective"
                        .formatted(name));
          });
    }
    if (found.stream().distinct().count() < found.size()) {
      throw new BadInputException("--for " + String.join(",", names) + ": a measure appears twice");
    }
    return List.copyOf(found);
  }

  private static List<String> usual(List<Measure> known) {
    boolean isCollective = known.stream().anyMatch(each -> each.key().equals(Measure.COLLECTIVE));
    return List.of(isCollective ? Measure.COLLECTIVE : Measure.COMPLETION, Measure.SLOWDOWN);
  }
}

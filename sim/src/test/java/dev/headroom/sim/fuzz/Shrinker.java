package dev.headroom.sim.fuzz;

import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Makes a scenario that fails smaller as long as it still fails: fewer flows, fewer bytes, features
 * off one at a time, fewer hosts and links.
 */
@SuppressWarnings("ReferenceEquality") // a case that is the same object has not shrunk
final class Shrinker {
  private final Predicate<Scenario> fails;
  private int attempts;

  /**
   * @param attempts runs that may be spent
   */
  Shrinker(Predicate<Scenario> fails, int attempts) {
    this.fails = fails;
    this.attempts = attempts;
  }

  Scenario shrink(Scenario failing) {
    Scenario best = failing;
    boolean smaller = true;
    while (smaller && attempts > 0) {
      Scenario before = best;
      best = first(best, FlowCuts.plainer(best));
      for (int piece = 0; piece < Pieces.of(best).programs().size(); piece++) {
        best = fewerFlows(best, piece);
      }
      best = first(best, simplerSettings(best));
      best = first(best, simplerParts(best));
      best = first(best, FabricCuts.plainer(best));
      best = first(best, FabricCuts.smaller(best));
      best = first(best, FlowCuts.smaller(best));
      smaller = best != before;
    }
    return best;
  }

  private boolean stillFails(Scenario candidate) {
    return attempts-- > 0 && fails.test(candidate);
  }

  /** Applies, one on top of the other, all changes under which it still fails. */
  private Scenario first(Scenario from, List<Change> changes) {
    Scenario best = from;
    for (Change change : changes) {
      Scenario candidate = change.of(best);
      if (candidate != best && stillFails(candidate)) {
        best = candidate;
      }
    }
    return best;
  }

  /** As many flows at a time as can go, first half of them, in the end one by one. */
  private Scenario fewerFlows(Scenario from, int piece) {
    Scenario best = from;
    for (int chunk = Math.max(1, flows(best, piece) / 2); chunk > 0; chunk /= 2) {
      for (int at = 0; at < flows(best, piece); ) {
        Scenario candidate = FlowCuts.without(best, piece, at, at + chunk);
        if (candidate == best) {
          return best;
        } else if (stillFails(candidate)) {
          best = candidate;
        } else {
          at += chunk;
        }
        if (attempts <= 0) {
          return best;
        }
      }
    }
    return best;
  }

  private static int flows(Scenario scenario, int piece) {
    return Pieces.of(scenario).programs().get(piece).flows();
  }

  private static List<Change> simplerParts(Scenario from) {
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < from.parts().size(); i++) {
      int part = i;
      for (String name : from.parts().get(i).asMap().keySet()) {
        changes.add(s -> {
          if (part >= s.parts().size()) {
            return s;
          }
          List<Settings> parts = new ArrayList<>(s.parts());
          parts.set(part, without(Knobs.all(), parts.get(part), name));
          return s.withParts(parts);
        });
      }
    }
    return changes;
  }

  private static List<Change> simplerSettings(Scenario from) {
    List<Change> changes = new ArrayList<>();
    for (String name : from.settings().asMap().keySet()) {
      if (!name.equals(RunKnobs.STOP.name())) {
        changes.add(scenario -> scenario.with(without(Knobs.all(), scenario.settings(), name)));
      }
    }
    return changes;
  }

  /** Settings of some knobs without what is set of one. */
  static Settings without(List<Knob<?>> knobs, Settings settings, String name) {
    return settings.without(knobs.stream().filter(knob -> knob.name().equals(name)).toList());
  }
}

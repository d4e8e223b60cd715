package dev.headroom.sim;

import dev.headroom.model.knob.Knob;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Where to see each knob at work: a scenario, and another value than the knob has there. */
final class KnobPlaces {
  /**
   * Where to see a knob at work.
   *
   * @param lab makes the scenario
   * @param value of the knob, instead of the one that it has there
   */
  record Place(Supplier<Lab> lab, String value) {}

  private final Map<Knob<?>, Place> places = new HashMap<>();

  static KnobPlaces all() {
    KnobPlaces all = new KnobPlaces();
    KnobsOfFabrics.enter(all);
    KnobsOfHosts.enter(all);
    KnobsOfTransports.enter(all);
    KnobsOfControls.enter(all);
    return all;
  }

  void see(Knob<?> knob, Supplier<Lab> lab, String value) {
    places.put(knob, new Place(lab, value));
  }

  Place of(Knob<?> knob) {
    return Optional.ofNullable(places.get(knob))
        .orElseThrow(
            () -> new AssertionError("nobody has shown that " + knob.name() + " does anything"));
  }
}

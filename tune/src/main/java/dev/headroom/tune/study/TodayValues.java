package dev.headroom.tune.study;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.DerivedDefaults;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.unit.Rate;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Values of a scenario's knobs that are in force, as scenarios write them. */
public final class TodayValues {
  private TodayValues() {}

  /**
   * The values by knob. Thresholds that follow from the rate of a port are those of the hosts'
   * ports, where all hosts have the same rate. Other values that follow from the fabric are left
   * out.
   */
  public static Map<String, String> of(Scenario scenario) {
    Map<String, String> values = new TreeMap<>();
    for (Knob<?> knob : Knobs.all()) {
      scenario.settings().print(knob).ifPresent(value -> values.put(knob.name(), value));
    }
    Set<Rate> rates = scenario.fabric().hostRates(_ -> true);
    if (rates.size() == 1) {
      Rate rate = rates.iterator().next();
      values.put(
          CongestionKnobs.KMIN.name(), DerivedDefaults.kmin(scenario.settings(), rate).toString());
      values.put(
          CongestionKnobs.KMAX.name(), DerivedDefaults.kmax(scenario.settings(), rate).toString());
    }
    return values;
  }

  /** The value of one knob; {@code derived} where it follows from the fabric. */
  public static String of(Scenario scenario, String knob) {
    return of(scenario).getOrDefault(knob, "derived");
  }
}

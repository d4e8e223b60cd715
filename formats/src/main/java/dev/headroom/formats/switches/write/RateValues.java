package dev.headroom.formats.switches.write;

import dev.headroom.formats.switches.SwitchPort;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.PerRateValue;
import dev.headroom.unit.Rate;
import dev.headroom.unit.UnitException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Values that depend on a port's speed, such as {@code 200Gbps=300KB,800Gbps=600KB}. */
final class RateValues {
  private RateValues() {}

  /** The same with one value at each port whose speed the configuration says. */
  static WantedSwitch resolved(WantedSwitch wanted, SwitchNow now) {
    Map<String, SortedMap<String, String>> ofPorts = new HashMap<>(wanted.ofPorts());
    for (String port : now.ports(List.of())) {
      Optional<Rate> speed =
          now.port(port)
              .map(SwitchPort::line)
              .flatMap(line -> line.speed().optional())
              .map(mbps -> new Rate(mbps * 1_000_000));
      SortedMap<String, String> own = new TreeMap<>(wanted.knobs());
      own.putAll(wanted.ofPorts().getOrDefault(port, new TreeMap<>()));
      own.entrySet().removeIf(each -> !isByRate(each.getKey(), each.getValue()));
      if (speed.isPresent() && !own.isEmpty()) {
        own.replaceAll((knob, text) -> at(knob, text, speed.get()));
        ofPorts.merge(
            port,
            own,
            (all, more) -> {
              SortedMap<String, String> both = new TreeMap<>(all);
              both.putAll(more);
              return both;
            });
      }
    }
    return new WantedSwitch(wanted.device(), wanted.knobs(), ofPorts, wanted.ports());
  }

  /** Whether a text has several values by speed. */
  static boolean isByRate(String knob, String text) {
    return text.contains("=") && read(knob, text).isPresent();
  }

  private static String at(String knob, String text, Rate speed) {
    return read(knob, text).map(values -> String.valueOf(values.at(speed))).orElse(text);
  }

  private static Optional<PerRateValue<?>> read(String knob, String text) {
    try {
      return Knobs.named(knob)
          .map((Knob<?> each) -> (Object) each.type().parser().apply(text))
          .filter(PerRateValue.class::isInstance)
          .map(values -> (PerRateValue<?>) values);
    } catch (UnitException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}

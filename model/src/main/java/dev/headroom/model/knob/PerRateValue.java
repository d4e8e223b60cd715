package dev.headroom.model.knob;

import dev.headroom.unit.Rate;
import dev.headroom.unit.UnitException;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Value that may depend on the rate of the port, as switch vendors configure ECN thresholds. A port
 * whose rate is not listed takes the entry below it, or the lowest.
 */
public final class PerRateValue<T> {
  private final NavigableMap<Rate, T> values;

  private PerRateValue(NavigableMap<Rate, T> values) {
    this.values = values;
  }

  /** The same value at every rate. */
  public static <T> PerRateValue<T> of(T value) {
    return of(Map.of(new Rate(0), value));
  }

  /** Values by rate; not empty. */
  public static <T> PerRateValue<T> of(Map<Rate, T> values) {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("no values");
    }
    if (values.size() == 1) { // it holds at every rate, whatever rate it was listed under
      return new PerRateValue<>(
          new TreeMap<>(Map.of(new Rate(0), values.values().iterator().next())));
    }
    return new PerRateValue<>(new TreeMap<>(values));
  }

  /** Reads {@code 100KB} or {@code 100Gbps=400KB,400Gbps=1600KB}. */
  static <T> PerRateValue<T> parse(String text, Function<String, T> value) {
    if (!text.contains("=")) {
      return of(value.apply(text));
    }
    Map<Rate, T> values = new TreeMap<>();
    for (String entry : text.split(",", -1)) {
      int equals = entry.indexOf('=');
      if (equals < 0) {
        throw new UnitException("'" + entry + "' has no rate; write 100Gbps=VALUE");
      }
      values.put(Rate.parse(entry.substring(0, equals)), value.apply(entry.substring(equals + 1)));
    }
    return of(values);
  }

  /** The value for a port of this rate. */
  public T at(Rate rate) {
    Map.Entry<Rate, T> entry = values.floorEntry(rate);
    return entry == null ? values.firstEntry().getValue() : entry.getValue();
  }

  /** The values by the rate from which they hold, lowest first. */
  public NavigableMap<Rate, T> byRate() {
    return Collections.unmodifiableNavigableMap(values);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PerRateValue<?> that && values.equals(that.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    if (values.size() == 1) {
      return values.firstEntry().getValue().toString();
    }
    return values.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(","));
  }
}

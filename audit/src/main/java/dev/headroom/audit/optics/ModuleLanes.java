package dev.headroom.audit.optics;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Lanes of a host's module, by the output of {@code ethtool -m}. How much light arrives is measured
 * as it is asked for; that light was lost, or a laser failed, is kept since the last reading
 * ({@link LaneFlags}), and counts for now only where no power contradicts it.
 *
 * @param dark in use, and no light arrives
 * @param lit those on which light arrives
 * @param off without light, and without current of their own laser, beside lanes that are lit
 * @param failed whose laser had a fault since the last reading
 */
record ModuleLanes(List<Lane> dark, List<Lane> lit, List<Lane> off, List<Lane> failed) {
  /** By average power or by modulation amplitude (OMA), whichever the module measures. */
  private static final Pattern POWER =
      Pattern.compile(
          "module\\.(?:rcvr-signal-avg-optical-power|receiver-signal-oma|rx-power)-channel-(\\d{1,2})");

  private static final Pattern DBM =
      Pattern.compile(".*/\\s*(-inf|-?\\d{1,3}(?:\\.\\d+)?) dBm\\s*");
  private static final Pattern NO_CURRENT = Pattern.compile("\\s*0(?:\\.0+)? mA\\s*");
  private static final Pattern BIAS =
      Pattern.compile(
          "module\\.(?:laser-tx-bias-current|laser-bias-current|tx-bias)-channel-(\\d{1,2})");
  private static final double NO_LIGHT = Double.NEGATIVE_INFINITY;
  private static final String LEAST = "module.laser-rx-power-low-alarm-threshold";

  /**
   * One lane.
   *
   * @param number from 1 on
   * @param evidence the lines that say what is said of it
   */
  record Lane(int number, List<Evidence> evidence) {}

  /** Empty if nothing is said of any lane. */
  static Optional<ModuleLanes> of(FactSet facts, Subject netdev) {
    return Readings.of(facts, netdev).lanes();
  }

  /**
   * What is said of all lanes, by lane.
   *
   * @param power what arrives, dBm
   * @param powerSeen the lines that say so
   * @param least what arrives at least on a lane that has light, dBm: below the module's own limit
   *     its word that light was lost stands
   * @param unused those whose own laser has no current
   */
  private record Readings(
      SortedMap<Integer, Double> power,
      Map<Integer, Evidence> powerSeen,
      LaneFlags losses,
      LaneFlags faults,
      double least,
      Set<Integer> unused) {
    static Readings of(FactSet facts, Subject netdev) {
      SortedMap<Integer, Double> power = new TreeMap<>();
      Map<Integer, Evidence> seen = new HashMap<>();
      Set<Integer> unused = new HashSet<>();
      for (Fact fact :
          facts.firstFactsOf(
              netdev, key -> POWER.matcher(key).matches() || BIAS.matcher(key).matches())) {
        Matcher light = POWER.matcher(fact.key());
        Matcher bias = BIAS.matcher(fact.key());
        OptionalDouble dbm = light.matches() ? dbm(fact.value()) : OptionalDouble.empty();
        if (dbm.isPresent()) {
          int lane = Integer.parseInt(light.group(1));
          power.put(lane, dbm.getAsDouble());
          seen.put(lane, fact.evidence());
        } else if (bias.matches() && NO_CURRENT.matcher(fact.value()).matches()) {
          unused.add(Integer.parseInt(bias.group(1)));
        }
      }
      OptionalDouble own = dbm(facts.text(netdev, LEAST).orElse(""));
      return new Readings(
          Collections.unmodifiableSortedMap(power),
          Map.copyOf(seen),
          LaneFlags.of(facts, netdev, "module.rx-loss-of-signal"),
          LaneFlags.of(facts, netdev, "module.tx-fault"),
          Math.max(own.orElse(TransceiverConstants.OFF_DBM), TransceiverConstants.OFF_DBM),
          Set.copyOf(unused));
    }

    Optional<ModuleLanes> lanes() {
      int last = Math.max(losses.raised().size(), faults.raised().size());
      last = power.isEmpty() ? last : Math.max(last, power.lastKey());
      return last == 0
          ? Optional.empty()
          : Optional.of(
              new ModuleLanes(
                  such(last, lane -> isDark(lane) && !isUnused(lane), this::seen),
                  such(last, lane -> !isDark(lane) && !seen(lane).isEmpty(), this::seen),
                  such(last, lane -> isDark(lane) && isUnused(lane), this::seen),
                  such(last, faults::isRaised, _ -> faults.evidence().stream().toList())));
    }

    private static List<Lane> such(int last, IntPredicate is, IntFunction<List<Evidence>> seen) {
      return IntStream.rangeClosed(1, last)
          .filter(is)
          .mapToObj(lane -> new Lane(lane, seen.apply(lane)))
          .toList();
    }

    /** Without current and without a fault: a port that takes fewer lanes shuts the others down. */
    private boolean isUnused(int lane) {
      return unused.contains(lane) && !faults.isRaised(lane);
    }

    private boolean isDark(int lane) {
      if (losses.isKnown(lane)) {
        return losses.isRaised(lane) && power.getOrDefault(lane, NO_LIGHT) <= least;
      }
      return power.containsKey(lane) && power.get(lane) <= TransceiverConstants.OFF_DBM;
    }

    private List<Evidence> seen(int lane) {
      Stream<Evidence> flag = losses.isKnown(lane) ? losses.evidence().stream() : Stream.empty();
      return Stream.concat(flag, Stream.ofNullable(powerSeen.get(lane))).toList();
    }

    /** {@code 1.4791 mW / 1.70 dBm}. */
    private static OptionalDouble dbm(String said) {
      Matcher dbm = DBM.matcher(said);
      if (!dbm.matches()) {
        return OptionalDouble.empty();
      }
      boolean none = dbm.group(1).equals("-inf");
      return OptionalDouble.of(none ? NO_LIGHT : Double.parseDouble(dbm.group(1)));
    }
  }
}

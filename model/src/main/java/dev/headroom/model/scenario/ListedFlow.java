package dev.headroom.model.scenario;

import static dev.headroom.model.scenario.FlowListReader.AFTER;
import static dev.headroom.model.scenario.FlowListReader.AFTER_COMPLETION;
import static dev.headroom.model.scenario.FlowListReader.BYTES;
import static dev.headroom.model.scenario.FlowListReader.EXAMPLE;
import static dev.headroom.model.scenario.FlowListReader.FROM;
import static dev.headroom.model.scenario.FlowListReader.NAME;
import static dev.headroom.model.scenario.FlowListReader.OF_FLOW;
import static dev.headroom.model.scenario.FlowListReader.PORTS;
import static dev.headroom.model.scenario.FlowListReader.START;
import static dev.headroom.model.scenario.FlowListReader.TO;

import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.unit.Size;
import dev.headroom.model.unit.Time;
import dev.headroom.model.unit.UnitException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A flow as it is listed, its values read one by one but not yet held against those of others. What
 * is not said is blank.
 *
 * @param place its position in the list
 */
record ListedFlow(
    int place,
    String from,
    String to,
    long bytes,
    long startPs,
    String name,
    String after,
    String afterCompletion,
    String ports) {
  private static final String SECTION = "workload.flows";
  private static final long MOST_BYTES = Size.parse(BYTES.range().getLast()).bytes();
  private static final long MOST_PS = Time.parse(START.range().getLast()).ps();

  /** In the place of something that is no flow. */
  static ListedFlow none(int place) {
    return new ListedFlow(place, "", "", 0, 0, "", "", "", "");
  }

  /** Reads a flow; what is wrong with it is reported. */
  static ListedFlow read(int place, Yaml.Mapping block, Problems problems) {
    return plain(place, block).orElseGet(() -> checked(place, block, problems));
  }

  /** Reads one with which all is well; empty where anything is unusual. */
  private static Optional<ListedFlow> plain(int place, Yaml.Mapping block) {
    String from = "";
    String to = "";
    String bytes = "";
    String start = "0ns";
    String name = "";
    String after = "";
    String afterCompletion = "";
    String ports = "";
    for (Yaml.Entry entry : block.entries()) {
      if (!(entry.value() instanceof Yaml.Scalar scalar) || scalar.isMissing()) {
        return Optional.empty();
      }
      switch (entry.key()) {
        case "from" -> from = scalar.text();
        case "to" -> to = scalar.text();
        case "size" -> bytes = scalar.text();
        case "start" -> start = scalar.text();
        case "name" -> name = scalar.text();
        case "after" -> after = scalar.text();
        case "afterCompletion" -> afterCompletion = scalar.text();
        case "ports" -> ports = scalar.text();
        default -> {
          return Optional.empty();
        }
      }
    }
    try {
      long size = Size.parse(bytes).bytes();
      long startPs = Time.parse(start).ps();
      boolean right =
          !from.isEmpty()
              && !to.isEmpty()
              && size >= 0
              && size <= MOST_BYTES
              && startPs >= 0
              && startPs <= MOST_PS;
      return right
          ? Optional.of(
              new ListedFlow(place, from, to, size, startPs, name, after, afterCompletion, ports))
          : Optional.empty();
    } catch (UnitException wrong) {
      return Optional.empty();
    }
  }

  /** Reads one as any other block of keys is read. */
  private static ListedFlow checked(int place, Yaml.Mapping block, Problems problems) {
    Section section = new Section(problems, OF_FLOW);
    section.read(block, SECTION, Set.of());
    for (Knob<?> needed : List.of(FROM, TO, BYTES)) {
      if (block.get(key(needed)).isEmpty()) {
        problems.add(block.spot(), needed.name(), "it is missing", "write it like " + EXAMPLE);
      }
    }
    Settings told = section.settings();
    return new ListedFlow(
        place,
        told.isSet(FROM) ? told.get(FROM) : "",
        told.isSet(TO) ? told.get(TO) : "",
        told.get(BYTES).bytes(),
        told.get(START).ps(),
        told.find(NAME).orElse(""),
        told.find(AFTER).orElse(""),
        told.find(AFTER_COMPLETION).orElse(""),
        told.find(PORTS).orElse(""));
  }

  /** {@code from} of {@code workload.flows.from}. */
  static String key(Knob<?> knob) {
    return knob.name().substring(SECTION.length() + 1);
  }
}

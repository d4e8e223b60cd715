package dev.headroom.model.scenario;

import static dev.headroom.model.scenario.FlowListReader.AFTER;
import static dev.headroom.model.scenario.FlowListReader.AFTER_COMPLETION;
import static dev.headroom.model.scenario.FlowListReader.BASE_RTT;
import static dev.headroom.model.scenario.FlowListReader.BYTES;
import static dev.headroom.model.scenario.FlowListReader.CLASS;
import static dev.headroom.model.scenario.FlowListReader.EXAMPLE;
import static dev.headroom.model.scenario.FlowListReader.FROM;
import static dev.headroom.model.scenario.FlowListReader.NAME;
import static dev.headroom.model.scenario.FlowListReader.OF_FLOW;
import static dev.headroom.model.scenario.FlowListReader.PORTS;
import static dev.headroom.model.scenario.FlowListReader.START;
import static dev.headroom.model.scenario.FlowListReader.TO;
import static dev.headroom.model.scenario.FlowListReader.WINDOW;

import dev.headroom.model.flow.FlowOverrides;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.yaml.YamlNode;
import dev.headroom.model.yaml.YamlProblems;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import dev.headroom.unit.UnitException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Flow of a list, with each value read but not yet checked against other flows. What is not said is
 * blank.
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
    String ports,
    FlowOverrides overrides) {
  private static final String SECTION = "workload.flows";
  private static final long MOST_BYTES = Size.parse(BYTES.range().getLast()).bytes();
  private static final long MOST_WINDOW = Size.parse(WINDOW.range().getLast()).bytes();
  private static final long LEAST_RTT = Time.parse(BASE_RTT.range().getFirst()).ps();
  private static final long MOST_RTT = Time.parse(BASE_RTT.range().getLast()).ps();
  private static final long MOST_PS = Time.parse(START.range().getLast()).ps();

  /** In the place of something that is no flow. */
  static ListedFlow none(int place) {
    return new ListedFlow(place, "", "", 0, 0, "", "", "", "", FlowOverrides.NONE);
  }

  /** Reads a flow; what is wrong with it is reported. */
  static ListedFlow read(int place, YamlNode.Mapping block, YamlProblems problems) {
    return plain(place, block).orElseGet(() -> checked(place, block, problems));
  }

  /** Reads one with which all is well; empty where anything is unusual. */
  private static Optional<ListedFlow> plain(int place, YamlNode.Mapping block) {
    String from = "";
    String to = "";
    String bytes = "";
    String start = "0ns";
    String name = "";
    String after = "";
    String afterCompletion = "";
    String ports = "";
    String window = "";
    String baseRtt = "";
    String priority = "";
    for (YamlNode.Entry entry : block.entries()) {
      if (!(entry.value() instanceof YamlNode.Scalar scalar) || scalar.isMissing()) {
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
        case "window" -> window = scalar.text();
        case "baseRtt" -> baseRtt = scalar.text();
        case "class" -> priority = scalar.text();
        default -> {
          return Optional.empty();
        }
      }
    }
    try {
      long size = Size.parse(bytes).bytes();
      long startPs = Time.parse(start).ps();
      FlowOverrides terms = overrides(window, baseRtt, priority);
      boolean right =
          !from.isEmpty()
              && !to.isEmpty()
              && size >= 0
              && size <= MOST_BYTES
              && startPs >= 0
              && startPs <= MOST_PS
              && within(window, terms.windowBytes(), MOST_WINDOW)
              && within(baseRtt, terms.baseRttPs() / LEAST_RTT, MOST_RTT / LEAST_RTT)
              && priority.matches("[0-7]?");
      return right
          ? Optional.of(
              new ListedFlow(
                  place, from, to, size, startPs, name, after, afterCompletion, ports, terms))
          : Optional.empty();
    } catch (UnitException wrong) {
      return Optional.empty();
    }
  }

  private static FlowOverrides overrides(String window, String baseRtt, String priority)
      throws UnitException {
    return window.isEmpty() && baseRtt.isEmpty() && priority.isEmpty()
        ? FlowOverrides.NONE
        : new FlowOverrides(
            window.isEmpty() ? 0 : Size.parse(window).bytes(),
            baseRtt.isEmpty() ? 0 : Time.parse(baseRtt).ps(),
            priority.isEmpty() ? FlowOverrides.OF_ALL : priority.charAt(0) - '0');
  }

  /** Whether a value is between one and the most, if anything was said. */
  private static boolean within(String said, long value, long most) {
    return said.isEmpty() || (value >= 1 && value <= most);
  }

  /** Reads one as any other block of keys is read. */
  private static ListedFlow checked(int place, YamlNode.Mapping block, YamlProblems problems) {
    KnobSection section = new KnobSection(problems, OF_FLOW);
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
        told.find(PORTS).orElse(""),
        new FlowOverrides(
            told.find(WINDOW).map(Size::bytes).orElse(0L),
            told.find(BASE_RTT).map(Time::ps).orElse(0L),
            told.find(CLASS).map(Long::intValue).orElse(FlowOverrides.OF_ALL)));
  }

  /** {@code from} of {@code workload.flows.from}. */
  static String key(Knob<?> knob) {
    return knob.name().substring(SECTION.length() + 1);
  }
}

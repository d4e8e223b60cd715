package dev.headroom.formats.nic;

import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.emit.EmitStep;
import dev.headroom.formats.emit.Exactness;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * PFC of a NIC's priorities, in two steps: it begins on those that become lossless before packets
 * come into them, and ends on those that are lossless no longer once no packets do.
 */
final class LosslessPriorities {
  private static final String KNOB = "pfc.classes";
  private static final String SETTING = "pfc";
  private static final String ENABLED = "pfc.enabled";

  private final QosRequest request;
  private final HostQosTool tool;

  LosslessPriorities(QosRequest request) {
    this.request = request;
    tool = request.tool();
  }

  /** PFC on the wanted priorities, and still on those of before, whose packets are on their way. */
  QosPart begun() {
    Optional<SortedSet<Integer>> before = now();
    if (!isSaid() || before.equals(Optional.of(wanted()))) {
      return QosPart.NONE;
    }
    List<DeviceChange> changes =
        List.of(
            request.change(
                KNOB, before.map(Object::toString), wanted().toString(), new Exactness.Exact()));
    SortedSet<Integer> old = before.orElseGet(TreeSet::new);
    SortedSet<Integer> both = union(old, wanted());
    boolean isOff = before.isEmpty() && both.isEmpty();
    if (!tool.retirement().isEmpty()) {
      return new QosPart(
          isOff ? ended(all(), false) : begun(without(both, old), before.isPresent()),
          changes,
          commands(EmitStep.PAUSE, both));
    }
    return QosPart.of(
        SETTING,
        both.equals(old) && !isOff ? List.of() : List.of(turned(old, both, before.isPresent())),
        changes);
  }

  /** End of PFC on priorities that are lossless no longer. */
  QosPart ended() {
    SortedSet<Integer> old = now().orElseGet(TreeSet::new);
    SortedSet<Integer> both = union(old, wanted());
    if (!isSaid() || both.equals(wanted())) {
      return QosPart.NONE;
    }
    if (tool.retirement().isEmpty()) {
      return QosPart.of(SETTING, List.of(turned(both, wanted(), true)), List.of());
    }
    SortedSet<Integer> gone = without(both, wanted());
    List<UnitCommand> kept = new ArrayList<>(commands(EmitStep.PAUSE, wanted()));
    kept.addAll(commands(EmitStep.RETIREMENT, gone));
    return new QosPart(ended(gone, true), List.of(), kept);
  }

  /** PFC that is on without a word about its classes leaves them to the device. */
  private boolean isSaid() {
    return !request.knob(KNOB).isEmpty() || "false".equals(request.knob(ENABLED));
  }

  private SortedSet<Integer> wanted() {
    SortedSet<Integer> classes = new TreeSet<>();
    if (!"false".equals(request.knob(ENABLED))) {
      for (String each : request.knob(KNOB).replaceAll("[\\[\\] ]", "").split(",")) {
        if (each.matches("[0-7]")) {
          classes.add(Integer.valueOf(each));
        }
      }
    }
    return classes;
  }

  /** The priorities with PFC today; empty if no input says. */
  private Optional<SortedSet<Integer>> now() {
    SortedSet<Integer> on = new TreeSet<>();
    boolean known = false;
    for (int i = 0; i < QosRequest.PRIORITIES; i++) {
      Optional<String> said = request.present("qos.priority." + i + ".pfc");
      known |= said.isPresent();
      if (said.equals(Optional.of("1"))) {
        on.add(i);
      }
    }
    return known ? Optional.of(on) : Optional.empty();
  }

  // --- commands ---------------------------------------------------------------------------------

  /** All priorities at once, by tools whose command names those that have PFC. */
  private QosLine turned(SortedSet<Integer> from, SortedSet<Integer> to, boolean isKnown) {
    return new QosLine(pause(to), isKnown ? pause(from) : "");
  }

  private String pause(SortedSet<Integer> classes) {
    String list = classes.stream().map(String::valueOf).collect(Collectors.joining(","));
    return request
        .filled(
            tool.command(EmitStep.PAUSE),
            Map.of(
                "bits", each(i -> classes.contains(i) ? "1" : "0"),
                "on", classes.stream().map(i -> i + ":on").collect(Collectors.joining(" ")),
                "classes", list.isEmpty() ? "0xFF" : list))
        .strip();
  }

  private static String each(IntFunction<String> text) {
    return IntStream.range(0, QosRequest.PRIORITIES)
        .mapToObj(text)
        .collect(Collectors.joining(","));
  }

  /** Single priorities, by tools that turn each on and off. */
  private List<QosLine> begun(SortedSet<Integer> fresh, boolean isKnown) {
    List<QosLine> lines = new ArrayList<>();
    if (!fresh.isEmpty() && !tool.pauseType().isEmpty()) {
      lines.add(new QosLine(request.filled(tool.pauseType()), ""));
    }
    fresh.forEach(each ->
        lines.add(
            new QosLine(
                single(EmitStep.PAUSE, each), isKnown ? single(EmitStep.RETIREMENT, each) : "")));
    return lines;
  }

  private List<QosLine> ended(SortedSet<Integer> gone, boolean isKnown) {
    return gone.stream()
        .map(each ->
            new QosLine(
                single(EmitStep.RETIREMENT, each), isKnown ? single(EmitStep.PAUSE, each) : ""))
        .toList();
  }

  private List<UnitCommand> commands(EmitStep step, SortedSet<Integer> classes) {
    List<UnitCommand> commands = new ArrayList<>();
    if (step == EmitStep.PAUSE && !classes.isEmpty() && !tool.pauseType().isEmpty()) {
      commands.add(new UnitCommand("type of pauses", request.filled(tool.pauseType())));
    }
    classes.forEach(
        each -> commands.add(new UnitCommand("pfc of priority " + each, single(step, each))));
    return commands;
  }

  private String single(EmitStep step, int ofClass) {
    return request.filled(
        step == EmitStep.PAUSE ? tool.command(EmitStep.PAUSE) : tool.retirement(),
        Map.of("class", String.valueOf(ofClass)));
  }

  // --- sets -------------------------------------------------------------------------------------

  private static SortedSet<Integer> union(SortedSet<Integer> one, SortedSet<Integer> other) {
    SortedSet<Integer> both = new TreeSet<>(one);
    both.addAll(other);
    return both;
  }

  private static SortedSet<Integer> without(SortedSet<Integer> all, SortedSet<Integer> some) {
    SortedSet<Integer> rest = new TreeSet<>(all);
    rest.removeAll(some);
    return rest;
  }

  private static SortedSet<Integer> all() {
    return IntStream.range(0, QosRequest.PRIORITIES)
        .boxed()
        .collect(Collectors.toCollection(TreeSet::new));
  }
}

package dev.headroom.formats.switches.write;

import dev.headroom.formats.emit.StatementForm;
import dev.headroom.formats.emit.StatementForm.Scope;
import dev.headroom.formats.emit.SwitchWriter;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Knobs of a switch that its language or its configuration cannot have as they are wanted, each
 * with the reason.
 */
final class SwitchRefusals {
  private final SwitchWriter writer;
  private final WantedSwitch wanted;
  private final SwitchNow now;
  private final SwitchChanges changes;

  SwitchRefusals(SwitchWriter writer, WantedSwitch wanted, SwitchNow now, SwitchChanges changes) {
    this.writer = writer;
    this.wanted = wanted;
    this.now = now;
    this.changes = changes;
  }

  /** What a port cannot have. */
  void of(String port) {
    withoutDscps(port);
    withoutRoom(port);
    withoutName(port);
  }

  /**
   * Values whose statement also needs others, which nothing says.
   *
   * @param known values of a port by the holes of statements
   * @param stands whether the configuration has the value of a hole already
   */
  void uncarried(Map<String, HoleValue> known, Predicate<String> stands) {
    known.forEach((hole, value) -> {
      if (value.isChanged()
          && value.isUsable()
          && value.wanted().isPresent()
          && !stands.test(hole)) {
        Set<String> others = new TreeSet<>();
        writer.forms().stream()
            .map(form -> StatementForm.holes(form.text()))
            .filter(holes -> holes.contains(hole))
            .forEach(others::addAll);
        List<String> unknown =
            writer.values().stream()
                .filter(each -> others.contains(each.hole()) && !isUsable(known.get(each.hole())))
                .map(each -> each.setting().name())
                .toList();
        changes.refuse(
            value.setting().knob(),
            value.wanted().get(),
            unknown.isEmpty()
                ? "the configuration has no object that carries " + value.setting().name()
                : "one statement sets it with %s, which nothing says"
                    .formatted(String.join(", ", unknown)));
      }
    });
  }

  private static boolean isUsable(@Nullable HoleValue value) {
    return value != null && value.isUsable();
  }

  /** Where pauses are by DSCP, a class without one cannot be paused. */
  private void withoutDscps(String port) {
    ClassPlan plan = new ClassPlan(wanted, now, port);
    boolean byDscp = writer.forms().stream().anyMatch(form -> form.scope() == Scope.PAUSED_DSCP);
    Set<Integer> empty = new TreeSet<>(plan.losslessAfter());
    empty.removeAll(plan.dscps(true).values());
    if (byDscp && !empty.isEmpty()) {
      changes.refuseAnyway(
          "pfc.classes",
          wanted.at(port, "pfc.classes").orElse(""),
          "pauses are by DSCP, and no DSCP is known of class " + empty.iterator().next());
    }
  }

  /** Shares in percent cannot be above 100 in sum. */
  private void withoutRoom(String port) {
    ClassPlan plan = new ClassPlan(wanted, now, port);
    if (writer.hasPercentShares() && plan.percent().size() < plan.weights().size()) {
      changes.refuseAnyway(
          "fabric.switches.scheduling",
          wanted.at(port, "fabric.switches.scheduling").orElse(""),
          "queues of which no weight is wanted have %d %% already; give them weights, too"
              .formatted(plan.otherShares()));
    }
  }

  /** A switch as a whole stands for ports that no input names. */
  private void withoutName(String port) {
    if (port.contains(" ")) {
      writer
          .ofNamedPorts()
          .forEach((knob, command) ->
              wanted
                  .at(port, knob)
                  .filter(value -> !value.equals("off"))
                  .ifPresent(value ->
                      changes.refuseAnyway(
                          knob,
                          value,
                          "no input names its ports; type %s with their names"
                              .formatted(command))));
    }
  }

  private boolean isAsWanted(List<String> ports, String knob) {
    return knob.equals("fabric.switches.dscpMap")
        && ports.stream()
            .allMatch(port -> new ClassPlan(wanted, now, port).changedDscps().isEmpty());
  }

  /** Knobs of a switch that the language has no setting for. */
  void missing(List<String> ports) {
    Set<String> said = new TreeSet<>();
    writer.values().forEach(value -> said.add(value.setting().knob()));
    for (StatementForm form : writer.forms()) {
      said.addAll(StructuredKnobs.of(form.step()));
    }
    for (String knob : wanted.knobs().keySet()) {
      String reason = writer.missing().getOrDefault(knob, "");
      boolean known =
          SwitchVendors.settingTables().stream().anyMatch(row -> row.knob().equals(knob));
      boolean isFixed =
          wanted
              .knobs()
              .getOrDefault(knob, "")
              .equals(writer.fixed().getOrDefault(knob, "no value"));
      if (!isFixed
          && (!reason.isEmpty() || (known && !said.contains(knob)))
          && !isAsWanted(ports, knob)) {
        changes.refuseAnyway(
            knob,
            wanted.knobs().getOrDefault(knob, ""),
            reason.isEmpty() ? "it has no setting for it" : reason);
      }
    }
  }
}

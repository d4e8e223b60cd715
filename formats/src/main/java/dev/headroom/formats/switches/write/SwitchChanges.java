package dev.headroom.formats.switches.write;

import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.emit.EmitStep;
import dev.headroom.formats.emit.Exactness;
import dev.headroom.formats.emit.StatementEdit;
import dev.headroom.formats.emit.StatementForm;
import dev.headroom.formats.emit.SwitchWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Changes of an emission, each setting of an object once. */
final class SwitchChanges {
  private final String device;
  private final SwitchWriter writer;
  private final Map<String, DeviceChange> all = new LinkedHashMap<>();

  /** By knob. */
  private final Map<String, List<DeviceChange>> bound = new LinkedHashMap<>();

  SwitchChanges(String device, SwitchWriter writer) {
    this.device = device;
    this.writer = writer;
  }

  List<DeviceChange> all() {
    List<DeviceChange> changes = new ArrayList<>(all.values());
    bound
        .values()
        .forEach(each -> {
          if (!isCarried(each.getFirst().knob())) {
            String more = each.size() > 1 ? " and " + (each.size() - 1) + " more" : "";
            changes.add(each.getFirst().at(each.getFirst().place() + more));
          }
        });
    return changes;
  }

  private boolean isCarried(String knob) {
    return all.values().stream().anyMatch(each -> each.knob().equals(knob) && !each.isRefused());
  }

  private void put(DeviceChange change) {
    put(change, "");
  }

  /** One of several entries of a place, which differ by their texts. */
  private void put(DeviceChange change, String entry) {
    all.putIfAbsent(
        String.join("|", change.knob(), change.setting(), change.place(), entry), change);
  }

  /** A value that a statement carries, if it is wanted. */
  void add(String place, HoleValue value) {
    value
        .wanted()
        .filter(_ -> value.isChanged())
        .ifPresent(wanted ->
            put(
                new DeviceChange(
                    device,
                    value.setting().name(),
                    place,
                    value.before(),
                    value.text(),
                    value.setting().knob(),
                    wanted,
                    value.exactness())));
  }

  /** An entry of a map or a list. */
  void add(StatementForm form, StatementEdit edit, ScopeObject object, WantedSwitch wanted) {
    for (String knob : StructuredKnobs.of(form.step())) {
      wanted
          .at(object.port(), knob)
          .or(() -> Optional.of("true").filter(_ -> knob.equals(StructuredKnobs.ECN)))
          .ifPresent(value ->
              put(
                  new DeviceChange(
                      device,
                      form.step().title(),
                      edit.place(),
                      before(edit),
                      edit.isRemoval() ? "removed" : edit.text(),
                      knob,
                      value,
                      exactness(form, object, value)),
                  before(edit).orElse("") + "|" + edit.text()));
    }
  }

  private static Optional<String> before(StatementEdit edit) {
    return edit.isAddition() ? Optional.empty() : Optional.of(edit.replaced().getFirst().text());
  }

  private Exactness exactness(StatementForm form, ScopeObject object, String value) {
    String weight = object.holes().getOrDefault("weight", "");
    boolean scaled =
        form.scope() == StatementForm.Scope.SHARE
            && !weight.isEmpty()
            && !value.matches(".*\\b" + object.number() + "=" + weight + "(?:\\D.*)?");
    return scaled
        ? new Exactness.Rounded(value, "queue " + object.number() + " " + weight + " %")
        : new Exactness.Exact();
  }

  void conflict(
      EmitStep step, StatementEdit edit, String other, ScopeObject object, WantedSwitch wanted) {
    String knob =
        step.knobs().stream()
            .filter(each -> wanted.at(object.port(), each).isPresent())
            .sorted()
            .findFirst()
            .orElse("");
    put(
        DeviceChange.refused(
                device,
                knob,
                wanted.at(object.port(), knob).orElse(""),
                "%s of %s is shared with an object that wants %s; give this one its own"
                    .formatted(edit.text(), edit.place(), other))
            .at(edit.place() + " for " + object.port()));
  }

  /** Values of a port that the device cannot have. */
  void refusals(Map<String, HoleValue> values) {
    for (HoleValue value : values.values()) {
      if (value.exactness() instanceof Exactness.Refused refused) {
        refuse(value.setting().knob(), value.wanted().orElse(""), refused.reason());
      }
    }
  }

  /** Values that an object gets since it is bound to another one that has them already. */
  void bind(StatementEdit edit, List<HoleValue> values) {
    for (HoleValue value : values) {
      if (value.isChanged() && value.isUsable()) {
        value
            .wanted()
            .ifPresent(wanted ->
                bound
                    .computeIfAbsent(value.setting().knob(), _ -> new ArrayList<>())
                    .add(
                        new DeviceChange(
                            device,
                            value.setting().name(),
                            edit.place(),
                            before(edit),
                            edit.text(),
                            value.setting().knob(),
                            wanted,
                            value.exactness())));
      }
    }
  }

  /** Even if statements carry a part of it. */
  void refuseAnyway(String knob, String wanted, String reason) {
    put(DeviceChange.refused(device, knob, wanted, writer.title() + ": " + reason));
  }

  /** Also where another setting of the language carries the knob. */
  void refuse(String knob, String wanted, String reason) {
    if (!isCarried(knob) && !bound.containsKey(knob)) {
      put(DeviceChange.refused(device, knob, wanted, writer.title() + ": " + reason));
    }
  }
}

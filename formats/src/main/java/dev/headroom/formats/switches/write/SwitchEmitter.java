package dev.headroom.formats.switches.write;

import dev.headroom.formats.emit.ConfigState;
import dev.headroom.formats.emit.ConfigSyntax;
import dev.headroom.formats.emit.Emission;
import dev.headroom.formats.emit.EmitStep;
import dev.headroom.formats.emit.EmittedStep;
import dev.headroom.formats.emit.PlacedStatement;
import dev.headroom.formats.emit.StatementEdit;
import dev.headroom.formats.emit.StatementForm;
import dev.headroom.formats.emit.StatementForm.Scope;
import dev.headroom.formats.emit.SwitchWriter;
import dev.headroom.formats.emit.ValueHole;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Emission of a switch's wanted knobs in its language. Against a configuration it has only what
 * changes, in the objects that the configuration uses, by their names there; without one it has
 * everything, in objects named HEADROOM. For one emission.
 */
public final class SwitchEmitter {
  /** Holes that name another object end so. */
  private static final String REFERENCE = "Ref";

  private static final Pattern ANY = Pattern.compile(".*");

  private final SwitchWriter writer;
  private final WantedSwitch wanted;
  private final SwitchNow now;
  private final SwitchWriter.ObjectNames names;
  private ConfigState state;
  private final ConfigState initial;
  private final HoleValues values;
  private final SwitchChanges changes;
  private final Map<String, Map<String, HoleValue>> ofPorts = new HashMap<>();
  private final Map<String, String> written = new HashMap<>();

  /** Edits by forms that go with others. */
  private final Set<StatementEdit> companions = new HashSet<>();

  private SwitchEmitter(SwitchWriter writer, WantedSwitch wanted, Optional<HostFacts> current) {
    this.writer = writer;
    now = SwitchNow.of(current);
    this.wanted = RateValues.resolved(wanted, now);
    HostFacts host = current.orElseGet(() -> HostFacts.of(wanted.device(), List.of()));
    names = writer.names(host);
    initial =
        current.isPresent()
            ? new ConfigState(writer.syntax().statements(host))
            : ConfigState.unknown();
    state = initial.copy();
    values = new HoleValues(writer, this.wanted, now);
    changes = new SwitchChanges(wanted.device(), writer);
  }

  /**
   * Emission for one switch.
   *
   * @param current its configuration; empty to write all of it
   */
  public static Emission emit(
      SwitchWriter writer, WantedSwitch wanted, Optional<HostFacts> current) {
    if (current.isPresent()) {
      return new SwitchEmitter(writer, wanted, current).emission(List.of());
    }
    List<String> notes = new ArrayList<>();
    if (!wanted.ports().isEmpty()) {
      notes.add(
          "no configuration names the ports: %s are the usual names of %s; put this switch's own"
              .formatted(String.join(", ", wanted.ports()), writer.title()));
    }
    UnsaidClasses.note(wanted).ifPresent(notes::add);
    UnsaidClasses.assumed(wanted).ifPresent(notes::add);
    return new SwitchEmitter(writer, UnsaidClasses.told(wanted), current).emission(notes);
  }

  private Emission emission(List<String> before) {
    List<String> ports = now.ports(wanted.ports());
    List<EmittedStep> steps = new ArrayList<>();
    Set<String> notes = new LinkedHashSet<>(before);
    for (EmitStep step : EmitStep.values()) {
      ConfigState earlier = state.copy();
      List<StatementEdit> edits = edits(step, ports);
      if (edits.stream().allMatch(this::isIdle)) {
        state = earlier;
      } else {
        steps.add(emitted(step, earlier, edits, notes));
      }
    }
    if (initial.isKnown() && ports.isEmpty()) {
      notes.add(
          "no port of its configuration has settings of classes, so that nothing says which ports"
              + " carry RDMA: nothing is written");
    }
    notes.addAll(writer.notes(wanted.knobs()));
    notes.addAll(writer.gaps(initial, state));
    SwitchRefusals refusals = new SwitchRefusals(writer, wanted, now, changes);
    refusals.missing(ports);
    ports.forEach(port -> {
      Map<String, HoleValue> known = values(port);
      changes.refusals(known);
      refusals.uncarried(known, hole -> stands(port, hole));
      refusals.of(port);
    });
    return new Emission(wanted.device(), writer.word(), changes.all(), steps, List.copyOf(notes));
  }

  private EmittedStep emitted(
      EmitStep step, ConfigState before, List<StatementEdit> edits, Set<String> notes) {
    ConfigSyntax.Script script =
        writer.syntax().script(fileName(wanted.device()) + "." + step.key(), before, edits);
    notes.addAll(script.notes());
    String check = writer.checks().getOrDefault(step, "");
    String warning = writer.warnings().getOrDefault(step, "");
    return new EmittedStep(
        step,
        edits,
        script.commands(),
        check.isEmpty() ? List.of() : List.of(check.split("\n")),
        script.undo(),
        script.files(),
        warning.isEmpty() ? List.of() : List.of(warning));
  }

  /** Whether it only begins a new object, of which nothing in this step makes use. */
  private boolean isIdle(StatementEdit edit) {
    return edit.isAddition() && isNew(edit.place()) && companions.contains(edit);
  }

  /** A device names itself; in a command its name must be no more than a name. */
  private static String fileName(String device) {
    return device.replaceAll("[^A-Za-z0-9._-]+", "-");
  }

  private List<StatementEdit> edits(EmitStep step, List<String> ports) {
    List<StatementEdit> edits = new ArrayList<>();
    for (StatementForm form : writer.forms()) {
      if (form.step() == step) {
        List<String> of = form.scope() == Scope.SWITCH ? ports.stream().limit(1).toList() : ports;
        of.stream().filter(port -> isWanted(port, step)).forEach(port -> edits(form, port, edits));
      }
    }
    return edits;
  }

  private boolean isWanted(String port, EmitStep step) {
    boolean isOff =
        step == EmitStep.WATCHDOG
            && wanted.at(port, StructuredKnobs.ACTION).filter("off"::equals).isPresent()
            && writer.values().stream()
                .map(ValueHole::setting)
                .filter(setting -> setting.knob().equals(StructuredKnobs.ACTION))
                .allMatch(setting -> setting.toDevice("off", Double.NaN).isEmpty());
    boolean isUnmarked =
        step == EmitStep.MARKING
            && wanted.at(port, StructuredKnobs.ECN).filter("false"::equals).isPresent();
    return !isOff
        && !isUnmarked
        && step.knobs().stream().anyMatch(knob -> wanted.at(port, knob).isPresent());
  }

  private void edits(StatementForm form, String port, List<StatementEdit> to) {
    for (ScopeObject object : objects(port).of(form.scope())) {
      edit(form, object)
          .ifPresent(edit -> {
            state.apply(edit);
            to.add(edit);
            if (form.presence() == StatementForm.Presence.COMPANION
                || (form.step() == EmitStep.BUFFERS
                    && form.presence() == StatementForm.Presence.IF_ABSENT)) {
              companions.add(edit);
            }
          });
    }
  }

  private ScopeObjects objects(String port) {
    return new ScopeObjects(
        writer,
        names,
        now.ports(wanted.ports()),
        port,
        new ClassPlan(wanted, now, port),
        trafficClass -> texts(values(port, trafficClass)));
  }

  private Map<String, HoleValue> values(String port) {
    return values(port, new ClassPlan(wanted, now, port).trafficClass());
  }

  private Map<String, HoleValue> values(String port, int trafficClass) {
    return ofPorts.computeIfAbsent(port + "|" + trafficClass, _ -> values.of(port, trafficClass));
  }

  private static Map<String, String> texts(Map<String, HoleValue> values) {
    Map<String, String> texts = new LinkedHashMap<>();
    values.forEach((hole, value) -> {
      if (value.isUsable()) {
        texts.put(hole, value.text());
      }
    });
    return texts;
  }

  private Optional<StatementEdit> edit(StatementForm form, ScopeObject object) {
    Map<String, HoleValue> known = values(object.port(), object.trafficClass());
    Map<String, String> holes = holes(object);
    Map<String, HoleValue> carried = new LinkedHashMap<>(known);
    carried.keySet().retainAll(StatementForm.holes(form.text()));
    boolean ofKnobs = StatementForm.holes(form.text()).stream().anyMatch(this::isOfKnob);
    if (ofKnobs && carried.values().stream().noneMatch(value -> value.wanted().isPresent())) {
      return Optional.empty();
    }
    Optional<String> place = StatementForm.fill(form.place(), holes);
    Optional<String> text = StatementForm.fill(form.text(), holes);
    if (place.isEmpty() || text.isEmpty()) {
      return Optional.empty();
    }
    List<PlacedStatement> there = state.find(place.get(), form.pattern(object.holes()));
    boolean sameValues =
        ofKnobs && carried.values().stream().noneMatch(HoleValue::isChanged) && !isNew(place.get());
    boolean lost = !object.gains() && there.isEmpty();
    boolean isUnusable =
        !form.needs().isEmpty()
            && StatementForm.fill(form.needs(), holes).filter(state::has).isEmpty();
    if (sameValues || lost || isUnusable || !isDue(form, place.get(), there)) {
      return Optional.empty();
    }
    StatementEdit edit =
        new StatementEdit(
            place.get(),
            object.isRemoved() ? "" : text.get(),
            there,
            StatementForm.fill(form.before(), holes).orElse(""),
            object.isRemoved() && form.scope() == Scope.DSCPS);
    return isDone(edit) || isConflict(form, object, edit)
        ? Optional.empty()
        : Optional.of(noted(edit, carried, object, form));
  }

  private boolean isOfKnob(String hole) {
    return writer.values().stream().anyMatch(value -> value.hole().equals(hole));
  }

  private boolean isNew(String place) {
    return !place.equals(PlacedStatement.TOP) && !initial.has(place);
  }

  private boolean isDue(StatementForm form, String place, List<PlacedStatement> there) {
    return switch (form.presence()) {
      case ALWAYS -> true;
      case COMPANION -> isNew(place) || !there.isEmpty();
      case WHERE_SET -> !there.isEmpty();
      case IF_ABSENT -> there.isEmpty();
    };
  }

  private boolean isDone(StatementEdit edit) {
    return edit.isRemoval()
        ? edit.replaced().isEmpty()
        : isSame(lines(edit.replaced()), writer.lines(edit.text()));
  }

  private static boolean isSame(List<String> some, List<String> others) {
    return some.size() == others.size() && some.containsAll(others);
  }

  private List<String> lines(List<PlacedStatement> statements) {
    return statements.stream().flatMap(each -> writer.lines(each.text()).stream()).toList();
  }

  /** Whether another port or queue has written another value into the same object. */
  private boolean isConflict(StatementForm form, ScopeObject object, StatementEdit edit) {
    String key = form.step() + "|" + edit.place() + "|" + form.pattern(object.holes());
    String other = written.putIfAbsent(key, edit.text());
    if (other == null || other.equals(edit.text())) {
      return false;
    }
    changes.conflict(form.step(), edit, other, object, wanted);
    return true;
  }

  private StatementEdit noted(
      StatementEdit edit, Map<String, HoleValue> carried, ScopeObject object, StatementForm form) {
    carried.values().forEach(value -> changes.add(edit.place(), value));
    if (carried.isEmpty()) {
      List<HoleValue> bound = bound(form, object);
      if (form.step() != EmitStep.MARKING || bound.isEmpty()) {
        changes.add(form, edit, object, wanted);
      }
      changes.bind(edit, bound);
    }
    return edit;
  }

  /** Values that stand in the object which a statement refers to. */
  private List<HoleValue> bound(StatementForm form, ScopeObject object) {
    if (StatementForm.holes(form.text()).stream().noneMatch(hole -> hole.endsWith(REFERENCE))) {
      return List.of();
    }
    Map<String, HoleValue> known = values(object.port(), object.trafficClass());
    Map<String, String> holes = holes(object);
    return known.entrySet().stream()
        .filter(each ->
            writer.forms().stream()
                .filter(other -> other.step() == form.step())
                .filter(other -> StatementForm.holes(other.text()).contains(each.getKey()))
                .anyMatch(other -> stands(other, holes)))
        .map(Map.Entry::getValue)
        .toList();
  }

  /** Whether the configuration has a value already, in an object of RDMA's class. */
  private boolean stands(String port, String hole) {
    return writer.forms().stream()
        .filter(form -> StatementForm.holes(form.text()).contains(hole))
        .anyMatch(form ->
            objects(port).of(form.scope()).stream()
                .anyMatch(object -> stands(form, holes(object))));
  }

  private Map<String, String> holes(ScopeObject object) {
    Map<String, String> holes = new LinkedHashMap<>(object.holes());
    holes.putAll(texts(values(object.port(), object.trafficClass())));
    return holes;
  }

  private boolean stands(StatementForm form, Map<String, String> holes) {
    Optional<String> place = StatementForm.fill(form.place(), holes);
    Optional<String> text = StatementForm.fill(form.text(), holes);
    return place.isPresent()
        && text.isPresent()
        && lines(state.find(place.get(), ANY)).containsAll(writer.lines(text.get()));
  }
}

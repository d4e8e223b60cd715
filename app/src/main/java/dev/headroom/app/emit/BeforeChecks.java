package dev.headroom.app.emit;

import dev.headroom.audit.emit.EmitLanguage;
import dev.headroom.audit.emit.EmitPlan;
import dev.headroom.audit.emit.PlanStep;
import dev.headroom.audit.emit.StepCheck;
import dev.headroom.audit.emit.StepChecks;
import dev.headroom.formats.emit.EmittedStep;
import dev.headroom.formats.emit.PlacedStatement;
import dev.headroom.formats.emit.StatementEdit;
import dev.headroom.model.text.ShellQuoting;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Checks that a device still has what a step replaces: those of its undo, before it. A plan that
 * knows nothing of a value has no check of it.
 *
 * @param now what has to hold before any step of the device
 * @param later what an earlier step of the device writes, so that it holds just before this one
 */
record BeforeChecks(List<StepCheck> now, List<StepCheck> later) {
  BeforeChecks {
    now = List.copyOf(now);
    later = List.copyOf(later);
  }

  static BeforeChecks of(EmitPlan plan, PlanStep step) {
    if (!plan.isAgainstBundle()) {
      return new BeforeChecks(List.of(), List.of());
    }
    List<StepCheck> earlier =
        plan.steps(step.device()).stream()
            .filter(each -> each.number() < step.number())
            .flatMap(each -> StepChecks.of(each).stream())
            .toList();
    List<StepCheck> now = new ArrayList<>();
    List<StepCheck> later = new ArrayList<>();
    for (StepCheck check : undone(step)) {
      StepCheck written = among(earlier, check);
      add(now, without(check, written));
      add(later, written);
    }
    return new BeforeChecks(now, later);
  }

  boolean isEmpty() {
    return now.isEmpty() && later.isEmpty();
  }

  /** All of them, as before this step. */
  List<StepCheck> all() {
    return Stream.concat(now.stream(), later.stream()).toList();
  }

  private static void add(List<StepCheck> to, StepCheck check) {
    if (!check.present().isEmpty() || !check.absent().isEmpty()) {
      to.add(check);
    }
  }

  /** The part of a check that steps make true. */
  private static StepCheck among(List<StepCheck> steps, StepCheck check) {
    Set<String> present = new LinkedHashSet<>();
    Set<String> absent = new LinkedHashSet<>();
    for (StepCheck each : steps) {
      if (each.command().equals(check.command())) {
        present.addAll(each.present());
        absent.addAll(each.absent());
      }
    }
    present.retainAll(check.present());
    absent.retainAll(check.absent());
    return new StepCheck(check.command(), List.copyOf(present), List.copyOf(absent));
  }

  private static StepCheck without(StepCheck check, StepCheck part) {
    return new StepCheck(
        check.command(),
        check.present().stream().filter(each -> !part.present().contains(each)).toList(),
        check.absent().stream().filter(each -> !part.absent().contains(each)).toList());
  }

  /** Checks of the step that goes back. */
  private static List<StepCheck> undone(PlanStep step) {
    List<StatementEdit> edits = step.step().edits();
    return switch (step.language()) {
      case EmitLanguage.OfSwitch _ ->
          checks(step, edits.stream().flatMap(BeforeChecks::reversed).toList());
      case EmitLanguage.OfNic _ ->
          checks(
              step,
              edits.stream()
                  .filter(edit -> !edit.isAddition())
                  .flatMap(BeforeChecks::reversed)
                  .toList());
      case EmitLanguage.OfQos _ -> checks(step, List.of());
      case EmitLanguage.OfStack _ -> edits.stream().map(BeforeChecks::variable).toList();
    };
  }

  private static List<StepCheck> checks(PlanStep step, List<StatementEdit> edits) {
    EmittedStep of = step.step();
    return StepChecks.of(
        new PlanStep(
            step.number(),
            step.phase(),
            step.device(),
            step.isSwitch(),
            step.language(),
            step.part(),
            new EmittedStep(
                of.step(), edits, of.undo(), List.of(), List.of(), List.of(), List.of())));
  }

  /** Of an addition, its removal; of a removal, what it removed. */
  private static Stream<StatementEdit> reversed(StatementEdit edit) {
    List<PlacedStatement> written =
        edit.isRemoval() ? List.of() : List.of(new PlacedStatement(edit.place(), edit.text()));
    return edit.isAddition()
        ? Stream.of(new StatementEdit(edit.place(), "", written, "", edit.isImplied()))
        : edit.replaced().stream()
            .map(old -> new StatementEdit(old.place(), old.text(), written, "", edit.isImplied()));
  }

  /** The file may lack the variable, which has its value from elsewhere then, but has no other. */
  private static StepCheck variable(StatementEdit edit) {
    String name = edit.text().substring(0, edit.text().indexOf('='));
    String known =
        edit.replaced().stream().map(PlacedStatement::text).findFirst().orElse(name + "=");
    return new StepCheck(
        "{ grep -s '^%s=' %s || :; } | { grep -Fvx %s || :; }"
            .formatted(name, edit.place(), ShellQuoting.quote(known)),
        List.of(),
        List.of("="));
  }
}

package dev.headroom.formats.switches.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.emit.EmittedStep;
import dev.headroom.formats.switches.SettingReference;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each name is defined before it is used, and no definition goes before its uses do. */
final class DefinitionOrderTest {
  private static final int FEW = 2;
  private static final int MANY = 300;

  static Stream<String> languages() {
    return EmittedCircleTest.languages();
  }

  static Stream<String> shells() {
    return TypedCommands.languages().stream().sorted();
  }

  private static EmittedCircle circle(String language, int seed) {
    return new EmittedCircle(
        EmittedCircleTest.writer(language),
        seed % 2 == 0 ? EmittedCircleTest.configuration(language) : "",
        RandomPolicies.of(seed));
  }

  /** Commands of a shell, one by one, and their undo. */
  private static void type(String language, int seed) {
    EmittedCircle circle = circle(language, seed);
    TypedCommands shell = new TypedCommands(language, circle.statements());
    List<EmittedStep> steps = circle.emission().steps();
    for (EmittedStep step : steps) {
      assertThat(shell.type(step.commands())).as("%s %d: %s", language, seed, step).isEmpty();
    }
    for (EmittedStep step : steps.reversed()) {
      assertThat(shell.type(step.undo())).as("undo, %s %d: %s", language, seed, step).isEmpty();
    }
  }

  /** The configuration after each step, as readers see it. */
  private static void read(String language, int seed) {
    EmittedCircle circle = circle(language, seed);
    List<String> before = undefined(circle, circle.start());
    String text = circle.start();
    for (EmittedStep step : circle.emission().steps()) {
      text = circle.writer().syntax().apply(text, step.edits());
      assertThat(undefined(circle, text)).as("%s %d: %s", language, seed, step).isSubsetOf(before);
    }
  }

  private static List<String> undefined(EmittedCircle circle, String text) {
    return SwitchVendors.qos(circle.read(text)).map(SwitchQos::references).stream()
        .flatMap(references -> references.undefined().stream())
        .filter(SettingReference::areDefinitionsRead)
        .map(use -> use.kind().name() + " " + use.name())
        .toList();
  }

  @ParameterizedTest
  @MethodSource("shells")
  void shouldTypeDefinitionsBeforeUses(String language) {
    for (int seed = 0; seed < FEW; seed++) {
      type(language, seed);
    }
  }

  @Tag("whole")
  @ParameterizedTest
  @MethodSource("shells")
  void shouldTypeDefinitionsBeforeUsesForManyPolicies(String language) {
    for (int seed = FEW; seed < MANY; seed++) {
      type(language, seed);
    }
  }

  @ParameterizedTest
  @MethodSource("languages")
  void shouldLeaveNoNameUndefinedAfterAnyStep(String language) {
    for (int seed = 0; seed < FEW / 2; seed++) {
      read(language, seed);
    }
  }

  @Tag("whole")
  @ParameterizedTest
  @MethodSource("languages")
  void shouldLeaveNoNameUndefinedForManyPolicies(String language) {
    for (int seed = FEW / 2; seed < MANY; seed++) {
      read(language, seed);
    }
  }
}

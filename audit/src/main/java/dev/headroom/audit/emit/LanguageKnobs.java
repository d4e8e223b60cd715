package dev.headroom.audit.emit;

import dev.headroom.formats.emit.EmitStep;
import dev.headroom.formats.nic.NicSettings;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.stack.StackVariables;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Knobs that languages have settings for. */
final class LanguageKnobs {
  private static final Set<String> OF_HOST_CLASSES =
      Set.of(
          "pfc.classes",
          "pfc.enabled",
          "hosts.dscpMap",
          "hosts.scheduling",
          "transport.dscp",
          "transport.mtu");

  /** What says which packets are RDMA's, and is written with other knobs. */
  private static final Set<String> COMPANIONS = Set.of("transport.class", "transport.cnpClass");

  private LanguageKnobs() {}

  static boolean isCompanion(String knob) {
    return COMPANIONS.contains(knob);
  }

  /** By name. */
  static Set<String> of(EmitLanguage language) {
    Set<String> knobs = new HashSet<>();
    switch (language) {
      case EmitLanguage.OfSwitch of -> {
        of.writer().values().forEach(value -> knobs.add(value.setting().knob()));
        of.writer().forms().stream()
            .map(form -> form.step())
            .filter(step -> step != EmitStep.BUFFERS && step != EmitStep.MARKING)
            .filter(step -> step != EmitStep.LINK && step != EmitStep.WATCHDOG)
            .forEach(step -> knobs.addAll(step.knobs()));
        knobs.removeAll(of.writer().missing().keySet());
      }
      case EmitLanguage.OfNic of ->
          NicSettings.tables().stream()
              .filter(row -> row.site().device().equals(of.language().title()))
              .forEach(row -> knobs.add(row.knob()));
      case EmitLanguage.OfQos _ -> knobs.addAll(OF_HOST_CLASSES);
      case EmitLanguage.OfStack of ->
          of.stack().chain().stream()
              .flatMap(stack -> StackVariables.of(stack).stream())
              .forEach(variable -> knobs.addAll(variable.topic().knobs()));
    }
    knobs.remove("");
    return knobs;
  }

  /** Knobs that a scenario sets and no language has a setting for. */
  static List<String> unsaid(Scenario scenario) {
    Set<String> set = new TreeSet<>(scenario.settings().asMap().keySet());
    for (Scenario.Override override : scenario.overrides()) {
      set.addAll(override.settings().asMap().keySet());
    }
    EmitLanguage.all().forEach(language -> set.removeAll(of(language)));
    set.removeAll(COMPANIONS);
    return List.copyOf(set);
  }
}

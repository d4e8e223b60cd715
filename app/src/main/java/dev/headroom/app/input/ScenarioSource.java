package dev.headroom.app.input;

import dev.headroom.formats.chakra.ChakraInput;
import dev.headroom.formats.chakra.ChakraReader;
import dev.headroom.formats.hpcc.HpccInput;
import dev.headroom.formats.hpcc.HpccModel;
import dev.headroom.formats.hpcc.HpccReader;
import dev.headroom.formats.simai.SimaiInput;
import dev.headroom.formats.simai.SimaiReader;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.machine.Machine;
import dev.headroom.model.machine.MachineCatalogue;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.model.text.BadInputException;
import dev.headroom.model.text.ConflictingValuesException;
import dev.headroom.model.text.ReferencedFiles;
import dev.headroom.model.text.UserFile;
import dev.headroom.model.yaml.Problem;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Reader of the parameter {@code SCENARIO}: Headroom YAML, an HPCC ns-3 config, a SimAI workload or
 * a Chakra trace, distinguished by content.
 */
public final class ScenarioSource {
  private static final String MACHINE_SET = "workload.machine=";
  private static final String PER_MACHINE_SET = "workload.perMachine=";

  private ScenarioSource() {}

  /**
   * @param sets {@code key=value}, laid over what the file says
   * @param model how an HPCC input is to be run; nothing else has a choice there
   * @param texts what was read of pipes before
   */
  public static LoadedScenario read(
      Path file, List<String> sets, Optional<HpccModel> model, UserTextReader texts)
      throws IOException {
    if (UserTextReader.isStandardInput(file) && model.isEmpty()) {
      return yaml(file, sets, texts::readOnce);
    }
    if (Files.isDirectory(file)) {
      throw new BadInputException(file + ": is a folder; name a scenario file in it");
    }
    if (!Files.exists(file) && !UserTextReader.isStandardInput(file)) {
      throw new NoSuchFileException(file.toString());
    }
    if (!Files.isRegularFile(file) && model.isEmpty()) {
      return yaml(file, sets, texts::readOnce); // a pipe can be read but once
    }
    if (HpccReader.accepts(file)) {
      return hpcc(file, sets, model.orElse(HpccModel.HPCC_NS3));
    }
    if (model.isPresent()) {
      throw new BadInputException(
          "--model: it applies to a config.txt of the HPCC simulator, and %s is not one; remove it"
              .formatted(file));
    }
    if (ChakraReader.accepts(file)) {
      return chakra(file, sets);
    }
    return SimaiReader.accepts(file)
        ? simai(file, sets)
        : yaml(file, sets, each -> UserFile.text(each, UserFile.MOST_BY_PROGRAM));
  }

  /** On the machines that the workload names, or DGX H100. */
  private static LoadedScenario simai(Path file, List<String> sets) throws IOException {
    SimaiInput input = SimaiReader.read(file, machine(sets), Optional.empty(), sets);
    return new LoadedScenario(
        input.scenario(),
        Optional.empty(),
        input.warnings().stream().map(Problem::toString).toList());
  }

  private static Machine machine(List<String> sets) {
    return set(sets, MACHINE_SET)
        .flatMap(MachineCatalogue::named)
        .or(() -> MachineCatalogue.named("dgx-h100"))
        .orElseThrow();
  }

  private static boolean areSet(List<String> sets, Knob<?> knob) {
    return sets.stream().anyMatch(set -> KnobAssignments.names(set, knob));
  }

  /** The last value that is set for a key. */
  private static Optional<String> set(List<String> sets, String key) {
    return sets.stream()
        .filter(set -> set.startsWith(key))
        .reduce((first, second) -> second)
        .map(set -> set.substring(key.length()).strip());
  }

  /** On the machines that workload.machine names, or DGX H100. */
  private static LoadedScenario chakra(Path file, List<String> sets) throws IOException {
    Optional<Integer> perMachine =
        set(sets, PER_MACHINE_SET)
            .filter(text -> text.matches("[0-9]{1,4}"))
            .map(Integer::parseInt);
    ChakraInput input =
        ChakraReader.read(file, new ChakraReader.Target(machine(sets), perMachine, 0), sets);
    return new LoadedScenario(
        input.scenario(),
        Optional.empty(),
        input.warnings().stream().map(Problem::toString).toList());
  }

  /** The text of a file. */
  private interface Text {
    String of(Path file) throws IOException;
  }

  private static LoadedScenario yaml(Path file, List<String> sets, Text read) throws IOException {
    String text;
    String name = UserTextReader.named(file).toString();
    try {
      text = read.of(file);
    } catch (CharacterCodingException e) {
      throw new BadInputException(name + ": is not UTF-8 text, so it is not a scenario", e);
    }
    return switch (ScenarioReader.read(text, name, sets, new ReferencedFiles(file)::text)) {
      case ScenarioReader.Good good ->
          new LoadedScenario(good.scenario(), Optional.empty(), List.of());
      case ScenarioReader.Bad bad ->
          throw bad.misfit()
              ? new ConflictingValuesException(joined(bad.problems()))
              : new BadInputException(joined(bad.problems()));
    };
  }

  private static String joined(List<Problem> problems) {
    return problems.stream().map(Problem::toString).collect(Collectors.joining("\n"));
  }

  private static LoadedScenario hpcc(Path file, List<String> sets, HpccModel model)
      throws IOException {
    boolean congestionChosen = areSet(sets, CongestionKnobs.ALGORITHM);
    HpccInput input = HpccReader.read(file, new HpccReader.Options(model, congestionChosen));
    Scenario scenario = input.scenario();
    if (areSet(sets, SwitchKnobs.SWITCH_BUFFER)) {
      scenario = scenario.withOverrides(List.of()); // which are buffers that were worked out
    }
    return new LoadedScenario(
        scenario.with(KnobAssignments.apply(scenario.settings(), sets)),
        Optional.of(input),
        input.warnings().stream().map(Problem::toString).toList());
  }
}

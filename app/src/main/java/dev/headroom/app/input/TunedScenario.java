package dev.headroom.app.input;

import dev.headroom.audit.cluster.ClusterModel;
import dev.headroom.collect.hosts.AuditInputs;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.setting.SettingValue;
import dev.headroom.formats.switches.SwitchSettings;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import dev.headroom.model.text.BadInputException;
import dev.headroom.tune.trial.ScenarioText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Scenario whose settings are searched: a file, or the model of a bundle's hosts and switches.
 *
 * @param text the scenario with today's settings
 * @param devices names of the tables of the devices whose configuration was read
 * @param notes what the model assumes, a sentence each
 */
public record TunedScenario(ScenarioText text, List<String> devices, List<String> notes) {
  public TunedScenario {
    devices = List.copyOf(devices);
    notes = List.copyOf(notes);
  }

  private static final String WORKLOAD = "workload";

  /** Whether the inputs are those of an audit: folders, archives, several files. */
  public static boolean isBundle(List<Path> inputs) {
    return inputs.size() > 1
        || Files.isDirectory(inputs.getFirst())
        || !(UserTextReader.isStandardInput(inputs.getFirst())
            || inputs.getFirst().toString().matches(".*\\.(yaml|yml)"));
  }

  /**
   * Reads the inputs.
   *
   * @param sets {@code key=value}, laid over the scenario for every run
   */
  public static TunedScenario read(List<Path> inputs, List<String> sets) throws IOException {
    if (isBundle(inputs)) {
      return ofBundle(inputs, sets);
    }
    SweptScenario scenario = SweptScenario.read(inputs.getFirst(), sets);
    scenario.base(); // says what is wrong, and reads the files that it names
    return new TunedScenario(scenario.text(), List.of(), List.of());
  }

  private static TunedScenario ofBundle(List<Path> inputs, List<String> sets) throws IOException {
    if (sets.stream().noneMatch(set -> set.startsWith(WORKLOAD))) {
      throw new BadInputException(
          inputs.getFirst()
              + ": has hosts and switches, but no traffic; name it with --workload, such as "
              + "all-reduce:1GiB");
    }
    List<HostFacts> hosts = new AuditInputs().read(inputs);
    ClusterModel cluster = model(hosts);
    SweptScenario scenario =
        SweptScenario.ofText(Path.of(inputs.getFirst().toString()), cluster.yaml(), sets);
    scenario.base();
    List<String> notes = new ArrayList<>();
    cluster.assumed().forEach(each -> notes.add("assumed: " + each));
    cluster.unsimulated().forEach(each -> notes.add("not simulated: " + each));
    return new TunedScenario(scenario.text(), devices(hosts), notes);
  }

  private static ClusterModel model(List<HostFacts> hosts) {
    try {
      return ClusterModel.of(hosts);
    } catch (IllegalArgumentException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    }
  }

  /** The languages of the switches whose settings were read. */
  private static List<String> devices(List<HostFacts> hosts) {
    TreeSet<String> names = new TreeSet<>();
    for (HostFacts host : hosts) {
      SwitchSettings settings = SwitchVendors.settings(host);
      Stream.concat(
              settings.values().stream(),
              settings.ports().values().stream().flatMap(port -> port.values().stream()))
          .map(SettingValue::setting)
          .forEach(setting -> names.add(setting.site().device()));
    }
    return List.copyOf(names);
  }
}

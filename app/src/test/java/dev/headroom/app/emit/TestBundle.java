package dev.headroom.app.emit;

import dev.headroom.audit.cluster.ClusterModel;
import dev.headroom.collect.input.SourceOpener;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.HostsReader;
import dev.headroom.formats.source.SourceStream;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Bundles of a healthy host and its switch, and scenarios made of them. */
final class TestBundle {
  private static final Path HEALTHY = Path.of("../audit/src/test/resources/dev/headroom/audit");

  private TestBundle() {}

  /** The host node1 and the switch leaf1 in a folder, a folder each. */
  static Path copyTo(Path folder) throws IOException {
    copyHost(folder, "node1");
    copySwitch(folder, "leaf1");
    return folder;
  }

  /** The host under another name. */
  static void copyHost(Path folder, String name) throws IOException {
    copy(HEALTHY.resolve("healthy"), folder.resolve(name));
  }

  /** The switch under another name. */
  static void copySwitch(Path folder, String name) throws IOException {
    copy(HEALTHY.resolve("switch"), folder.resolve(name));
    edit(folder.resolve(name).resolve("config_db.json"), "\"leaf1\"", '"' + name + '"');
  }

  /** A file with other text in place of all occurrences of one, which have to be there. */
  static void edit(Path file, String from, String to) throws IOException {
    String text = Files.readString(file);
    if (!text.contains(from)) {
      throw new AssertionError(file + " has no " + from);
    }
    Files.writeString(file, text.replace(from, to));
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : all.sorted(Comparator.naturalOrder()).toList()) {
        Path target = to.resolve(from.relativize(each).toString());
        if (Files.isDirectory(each)) {
          Files.createDirectories(target);
        } else {
          Files.copy(each, target);
        }
      }
    }
  }

  static List<HostFacts> read(Path folder) throws IOException {
    List<HostFacts> hosts = new ArrayList<>();
    for (SourceStream stream : SourceOpener.open(folder)) {
      hosts.addAll(new HostsReader(FormatCatalogue.reader()).read(stream));
    }
    return hosts;
  }

  static Scenario today(List<HostFacts> hosts) {
    return scenario(ClusterModel.of(hosts).yaml());
  }

  static Scenario scenario(String yaml) {
    return switch (ScenarioReader.read(yaml, "today.yaml", List.of())) {
      case ScenarioReader.Good good -> good.scenario();
      case ScenarioReader.Bad bad -> throw new AssertionError(bad.problems());
    };
  }

  /** Today's scenario with other values at every node. */
  static Scenario with(Scenario scenario, Map<String, String> knobs) {
    Scenario changed = scenario;
    for (Map.Entry<String, String> each : knobs.entrySet()) {
      changed = changed.with(changed.settings().with(Knobs.get(each.getKey()), each.getValue()));
      List<Scenario.Override> overrides = new ArrayList<>();
      for (Scenario.Override override : changed.overrides()) {
        overrides.add(
            new Scenario.Override(
                override.select(),
                override.settings().isSet(Knobs.get(each.getKey()))
                    ? override.settings().with(Knobs.get(each.getKey()), each.getValue())
                    : override.settings()));
      }
      changed = changed.withOverrides(overrides);
    }
    return changed;
  }
}

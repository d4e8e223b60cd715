package dev.headroom.model.scenario;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.FailureEvent;
import dev.headroom.model.fabric.LinkEvent;
import dev.headroom.model.fabric.LinkQuality;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.wear.WearKnobs;
import dev.headroom.model.wear.WornLink;
import dev.headroom.model.yaml.YamlNode;
import dev.headroom.model.yaml.YamlProblems;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reader of {@code fabric.wear}: links whose modules run warm and age. */
final class WearReader {
  static final String KEY = "wear";

  private static final String PATH = "fabric." + KEY;
  private static final String EXAMPLE =
      "write it like - {link: leaf-0/spine-0, airflow: 50%, lost: 1.5}";

  private final YamlProblems problems;
  private final LinkNames names;
  private final Fabric fabric;
  private final Set<Integer> taken = new HashSet<>();
  private final List<WornLink> worn = new ArrayList<>();

  /**
   * @param failures what else happens to links: a link has one or the other
   */
  WearReader(YamlProblems problems, Fabric fabric, List<FailureEvent> failures) {
    this.problems = problems;
    this.fabric = fabric;
    names = new LinkNames(fabric);
    for (FailureEvent failure : failures) {
      if (failure instanceof LinkEvent event) {
        taken.add(event.link());
      } else if (failure instanceof LinkQuality quality) {
        taken.add(quality.link());
      }
    }
  }

  List<WornLink> read(YamlNode.Mapping root) {
    new BlockList(problems, PATH, "block", EXAMPLE)
        .items(root.block("fabric").flatMap(block -> block.value(KEY)))
        .forEach(item -> links(item.block()));
    return worn;
  }

  private void links(YamlNode.Mapping block) {
    int before = problems.count();
    KnobSection section = new KnobSection(problems, WearKnobs.ALL);
    section.read(block, PATH, Set.of());
    Settings told = section.settings();
    if (problems.count() > before || !isSound(section, told)) {
      return;
    }
    if (block.get("link").isEmpty()) {
      problems.add(block.spot(), WearKnobs.LINK.name(), "it is missing", EXAMPLE);
      return;
    }
    String name = told.get(WearKnobs.LINK);
    List<Integer> links = names.find(name);
    if (links.isEmpty()) {
      problems.add(
          section.spot(WearKnobs.LINK.name()),
          WearKnobs.LINK.name(),
          "there is no link '" + name + "'" + names.hint(name),
          "write it NODE/NODE, such as " + names.example());
    }
    for (int link : links) {
      if (!taken.add(link)) {
        problems.add(
            section.spot(WearKnobs.LINK.name()),
            WearKnobs.LINK.name(),
            names.name(link) + " already has an entry under wear or failures",
            "list a link once, under one of the two");
        return;
      }
      worn.add(new WornLink(name, link, fabric.links().get(link).rate(), told));
    }
  }

  private boolean isSound(KnobSection section, Settings told) {
    boolean turned =
        told.find(WearKnobs.UNTIL)
            .filter(until ->
                told.find(WearKnobs.FROM).filter(from -> until.compareTo(from) <= 0).isPresent())
            .isPresent();
    if (turned) {
      problems.add(
          section.spot(WearKnobs.UNTIL.name()),
          WearKnobs.UNTIL.name(),
          "it must be after from",
          "a later time, or omit it");
    }
    boolean cools = told.get(WearKnobs.IDLE_POWER) > told.get(WearKnobs.POWER);
    if (cools) {
      problems.add(
          section.spot(WearKnobs.IDLE_POWER.name()),
          WearKnobs.IDLE_POWER.name(),
          "a module's idle power exceeds its power at full load",
          "at most power: " + told.get(WearKnobs.POWER));
    }
    return !turned && !cools;
  }
}

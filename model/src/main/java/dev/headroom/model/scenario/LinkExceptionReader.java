package dev.headroom.model.scenario;

import static dev.headroom.model.knob.ValueType.TEXT;

import dev.headroom.model.fabric.Cables;
import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.LinkException;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.yaml.YamlNode;
import dev.headroom.model.yaml.YamlProblems;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reader of {@code fabric.links.exceptions}: links of a built fabric that differ from the others.
 */
final class LinkExceptionReader {
  static final String KEY = "exceptions";

  static final Knob<String> LINK =
      Knob.of(
          "fabric.links.link",
          TEXT,
          "leaf-*/spine-0",
          "pattern for links: NODE/NODE, with * for any text; NODE/NODE#2 for the third of "
              + "parallel links");

  private static final String PATH = "fabric.links." + KEY;
  private static final String EXAMPLE = "write it like - {link: leaf-*/spine-0, rate: 100Gbps}";

  private final YamlProblems problems;

  LinkExceptionReader(YamlProblems problems) {
    this.problems = problems;
  }

  /** The fabric with what its {@code links} block says of single ones. */
  Fabric read(YamlNode.Mapping fabricBlock, Fabric fabric) {
    Optional<YamlNode> value = fabricBlock.block("links").flatMap(links -> links.value(KEY));
    List<BlockList.Item> items = new BlockList(problems, PATH, "block", EXAMPLE).items(value);
    if (items.isEmpty()) {
      return fabric;
    }
    LinkNames names = new LinkNames(fabric);
    Fabric changed = fabric;
    for (BlockList.Item item : items) {
      changed = exception(item.block(), changed, names);
    }
    return changed;
  }

  private Fabric exception(YamlNode.Mapping block, Fabric fabric, LinkNames names) {
    int before = problems.count();
    KnobSection name = new KnobSection(problems, List.of(LINK));
    KnobSection section = new KnobSection(problems, Cables.OF_EXCEPTIONS);
    section.read(block, "fabric.links", Set.of("link"));
    section.report(Cables.check(section.settings()));
    Optional<String> link =
        block.get("link").flatMap(entry -> name.value(LINK, entry.value(), PATH + ".link"));
    if (problems.count() != before) {
      return fabric;
    }
    if (link.isEmpty()) {
      problems.add(block.spot(), PATH + ".link", "it is missing", EXAMPLE);
      return fabric;
    }
    if (section.settings().equals(Settings.DEFAULTS)) {
      problems.add(
          block.spot(),
          PATH,
          "the entry changes nothing about the link",
          "give rate, delay or another key");
      return fabric;
    }
    List<Integer> links = names.find(link.get());
    if (links.isEmpty()) {
      problems.add(
          block.get("link").map(entry -> entry.value().spot()).orElse(block.spot()),
          PATH + ".link",
          "there is no link '" + link.get() + "'" + names.hint(link.get()),
          "write it NODE/NODE, such as " + names.example());
      return fabric;
    }
    return fabric.with(new LinkException(link.get(), section.settings()), links);
  }
}

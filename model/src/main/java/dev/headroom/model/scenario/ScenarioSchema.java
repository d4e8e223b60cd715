package dev.headroom.model.scenario;

import dev.headroom.model.fabric.Cables;
import dev.headroom.model.fabric.Topologies;
import dev.headroom.model.fabric.Topology;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.wear.WearKnobs;
import dev.headroom.model.workload.Workload;
import dev.headroom.model.workload.Workloads;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * JSON Schema (draft 2020-12) of scenario files, for editors, made from the same knobs and
 * parameters as the reader. It does not know what holds between keys (kmin below kmax, a host that
 * exists); that only the reader can tell.
 */
public final class ScenarioSchema {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private ScenarioSchema() {}

  /** The schema as text. */
  public static String text() {
    return JsonMapper.builder().build().writerWithDefaultPrettyPrinter().writeValueAsString(node())
        + "\n";
  }

  /** The schema. */
  public static ObjectNode node() {
    ObjectNode schema = JSON.objectNode();
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("title", "Headroom scenario");
    schema.put("type", "object");
    schema.putArray("required").add("fabric").add("workload");
    schema.put("additionalProperties", false);
    ObjectNode properties = schema.putObject("properties");
    properties.set("name", described(anyText(), "name for titles and files"));
    properties.set("preset", preset("", "values for every section"));
    properties.set("fabric", fabric());
    for (String section : ScenarioReader.SECTIONS) {
      if (!"fabric".equals(section) && !"workload".equals(section)) {
        properties.set(section, section(section));
      }
    }
    properties.set("overrides", overrides());
    properties.set("workload", workload());
    ObjectNode ownSections = schema.putObject("$defs");
    for (String section : PartReader.SECTIONS) {
      ownSections.set(
          section,
          described(section(section, Knobs.ofParts()), "settings for this workload entry only"));
    }
    return schema;
  }

  private static ObjectNode section(String section) {
    return section(section, Knobs.all());
  }

  private static ObjectNode section(String section, List<Knob<?>> knobs) {
    ObjectNode block = block(KnobKeys.in(section, knobs));
    ObjectNode properties = (ObjectNode) block.get("properties");
    for (String inner : KnobKeys.blocksIn(section)) {
      List<Knob<?>> those = KnobKeys.in(inner, knobs);
      if (!those.isEmpty()) {
        properties.set(KnobKeys.last(inner), block(those));
      }
    }
    if (!"run".equals(section)) {
      properties.set("preset", preset(section, "values for this section"));
    }
    String shortKey = DocumentEdits.shortKey(section, "");
    if (shortKey.isEmpty()) {
      return block;
    }
    List<ObjectNode> forms = new ArrayList<>(List.of(block));
    if ("congestion".equals(section)) {
      List<String> words = new ArrayList<>(CongestionKnobs.ALGORITHM.type().words());
      words.addAll(PresetReader.of(section));
      forms.add(words(words));
      forms.add(ownPreset());
    } else {
      forms.add(KnobTypeSchema.of(Knobs.named(section + "." + shortKey).orElseThrow()));
    }
    return anyOf(forms);
  }

  private static ObjectNode fabric() {
    List<ObjectNode> forms = new ArrayList<>();
    forms.add(words(Topologies.all().stream().map(Topology::name).toList()));
    for (Topology topology : Topologies.all()) {
      ObjectNode block = block(topology.parameters());
      ObjectNode properties = (ObjectNode) block.get("properties");
      properties.set("topology", constant(topology.name(), topology.meaning()));
      properties.set("links", links());
      ofAnyFabric(properties);
      block.putArray("required").add("topology");
      forms.add(block);
    }
    forms.add(graph());
    return described(anyOf(forms), "hosts, switches and links");
  }

  private static ObjectNode links() {
    ObjectNode links = block(Cables.PARAMETERS);
    ObjectNode exception = block(Cables.OF_EXCEPTIONS);
    ((ObjectNode) exception.get("properties"))
        .set("link", KnobTypeSchema.of(LinkExceptionReader.LINK));
    ((ObjectNode) links.get("properties"))
        .set(
            LinkExceptionReader.KEY,
            described(array(required(exception, "link")), "links that differ from the others"));
    return described(links, "properties of links");
  }

  private static void ofAnyFabric(ObjectNode properties) {
    properties.set(
        "switches",
        described(block(KnobKeys.in("fabric.switches", Knobs.all())), "settings of every switch"));
    List<ObjectNode> failures =
        List.of(
            required(block(FailureReader.OF_LINK_DOWN), "link", "down"),
            required(block(FailureReader.OF_LINK_QUALITY), "link", "from"),
            required(block(FailureReader.OF_HOST), "host", "from"));
    properties.set("failures", described(array(anyOf(failures)), "failures and repairs"));
    properties.set(
        WearReader.KEY,
        described(
            array(required(block(WearKnobs.ALL), "link")),
            "links whose optical modules run warm and age"));
  }

  private static ObjectNode graph() {
    ObjectNode block = block(List.of(GraphReader.SHAPE));
    ObjectNode properties = (ObjectNode) block.get("properties");
    properties.set("topology", constant(FabricReader.GRAPH, "a graph listed link by link"));
    ObjectNode names = JSON.objectNode();
    names.put("type", "object").put("additionalProperties", false);
    ObjectNode ofNames = names.putObject("properties");
    ofNames.set(
        "hosts", described(KnobTypeSchema.listOfText(), "names, and ranges such as host-0..7"));
    ofNames.set(
        "switches", described(KnobTypeSchema.listOfText(), "names, and ranges such as leaf-0..7"));
    ObjectNode node =
        block(List.of(GraphReader.HOST, GraphReader.SWITCH, GraphReader.TIER, GraphReader.GROUP));
    ArrayNode either = node.putArray("oneOf");
    either.add(required(JSON.objectNode(), "host"));
    either.add(required(JSON.objectNode(), "switch"));
    properties.set("nodes", described(anyOf(List.of(names, array(node))), "hosts and switches"));
    properties.set("links", array(required(block(GraphReader.OF_LINK), "a", "b")));
    ofAnyFabric(properties);
    return required(block, "nodes", "links");
  }

  private static ObjectNode overrides() {
    ObjectNode block = block(List.of());
    ObjectNode properties = (ObjectNode) block.get("properties");
    properties.set(
        "select",
        described(
            anyText(),
            "a glob over node names, such as leaf-*, or over links, such as leaf-*/spine-0"));
    for (Knob<?> knob : Knobs.ofNodes()) {
      properties.set(knob.name(), KnobTypeSchema.of(knob));
    }
    return described(
        array(required(block, "select")),
        "settings for some nodes; later entries override earlier ones");
  }

  private static ObjectNode workload() {
    List<ObjectNode> blocks = new ArrayList<>();
    for (Workload workload : Workloads.all()) {
      ObjectNode block = required(block(workload.parameters()), "type");
      ((ObjectNode) block.get("properties"))
          .set("type", constant(workload.name(), workload.meaning()));
      blocks.add(block);
    }
    ObjectNode list = required(block(List.of(FlowListReader.DESCRIPTION)), "type", "flows");
    ObjectNode properties = (ObjectNode) list.get("properties");
    properties.set("type", constant(FlowListReader.TYPE, "flows listed one by one"));
    properties.set("flows", array(required(block(FlowListReader.OF_FLOW), "from", "to", "size")));
    blocks.add(list);
    ObjectNode several = array(anyOf(blocks.stream().map(ScenarioSchema::withItsOwn).toList()));
    several.put("minItems", 1);
    List<ObjectNode> forms = new ArrayList<>(blocks);
    forms.add(several);
    forms.add(words(Workloads.all().stream().map(Workload::name).toList()));
    return described(
        anyOf(forms), "traffic: one workload, or a list of workloads that run together");
  }

  /** An entry of a list, which may set things for itself. */
  private static ObjectNode withItsOwn(ObjectNode block) {
    ObjectNode entry = block.deepCopy();
    ObjectNode properties = (ObjectNode) entry.get("properties");
    for (String section : PartReader.SECTIONS) {
      properties.set(section, JSON.objectNode().put("$ref", "#/$defs/" + section));
    }
    return entry;
  }

  private static ObjectNode block(List<? extends Knob<?>> knobs) {
    ObjectNode block = JSON.objectNode();
    block.put("type", "object").put("additionalProperties", false);
    ObjectNode properties = block.putObject("properties");
    for (Knob<?> knob : knobs) {
      properties.set(KnobKeys.last(knob), KnobTypeSchema.of(knob));
    }
    return block;
  }

  private static ObjectNode preset(String section, String meaning) {
    ObjectNode node = anyOf(List.of(words(PresetReader.of(section)), ownPreset()));
    StringBuilder text = new StringBuilder(meaning);
    Presets.all()
        .forEach(preset ->
            text.append("; ").append(preset.name()).append(": ").append(preset.meaning()));
    return described(node, text.toString());
  }

  private static ObjectNode ownPreset() {
    return described(
        JSON.objectNode().put("type", "string").put("pattern", "^" + Presets.FILE + ".+"),
        "your own file next to the scenario");
  }

  private static ObjectNode constant(String value, String meaning) {
    ObjectNode node = JSON.objectNode();
    node.put("const", value);
    return described(node, meaning);
  }

  private static ObjectNode words(List<String> words) {
    ObjectNode node = JSON.objectNode();
    ArrayNode values = node.putArray("enum");
    words.forEach(values::add);
    return node;
  }

  private static ObjectNode anyText() {
    ObjectNode node = JSON.objectNode();
    node.putArray("type").add("string").add("number").add("boolean");
    return node;
  }

  private static ObjectNode array(ObjectNode items) {
    ObjectNode node = JSON.objectNode();
    node.put("type", "array").set("items", items);
    return node;
  }

  private static ObjectNode anyOf(List<ObjectNode> forms) {
    ObjectNode node = JSON.objectNode();
    ArrayNode all = node.putArray("anyOf");
    forms.forEach(form -> all.add(form.deepCopy()));
    return node;
  }

  private static ObjectNode required(ObjectNode node, String... keys) {
    ArrayNode required = node.putArray("required");
    for (String key : keys) {
      required.add(key);
    }
    return node;
  }

  private static ObjectNode described(ObjectNode node, String meaning) {
    return node.put("description", meaning);
  }
}

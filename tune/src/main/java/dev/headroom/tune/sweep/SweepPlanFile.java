package dev.headroom.tune.sweep;

import dev.headroom.formats.AtomicWriter;
import dev.headroom.model.text.UserFile;
import dev.headroom.model.yaml.Problem;
import dev.headroom.model.yaml.YamlNode;
import dev.headroom.model.yaml.YamlParser;
import dev.headroom.model.yaml.YamlProblems;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.tune.space.DimensionLink;
import dev.headroom.tune.trial.ScenarioText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * File {@code plan.json} of a sweep's folder. It holds the scenario and all files that it names:
 * whoever has the folder can run any shard.
 */
final class SweepPlanFile {
  static final String NAME = "plan.json";

  private static final long FORMAT = 1;

  private static final YamlParser.Sought SOUGHT =
      new YamlParser.Sought("plan of a sweep", "start the sweep again");

  private final Path file;

  SweepPlanFile(Path folder) {
    this.file = folder.resolve(NAME);
  }

  /** The plan; empty if the folder has none. */
  Optional<SweepPlan> read() throws IOException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    YamlProblems problems = new YamlProblems();
    Optional<YamlNode> root =
        YamlParser.parse(
            UserFile.text(file, UserFile.MOST_BY_PROGRAM), file.toString(), SOUGHT, problems);
    if (!problems.none() || !(root.orElse(null) instanceof YamlNode.Mapping plan)) {
      throw wrong(
          problems.inOrder().stream().map(Problem::toString).collect(Collectors.joining("\n")));
    }
    return Optional.of(plan(plan));
  }

  private SweepException wrong(String why) {
    return new SweepException(
        "%s: is not the plan of a sweep%s; run the sweep into another folder with --out"
            .formatted(file, why.isEmpty() ? "" : " (" + why + ")"));
  }

  private SweepPlan plan(YamlNode.Mapping plan) {
    long format = number(plan, "format");
    if (format != FORMAT) {
      throw wrong("format %d, but this version reads format %d".formatted(format, FORMAT));
    }
    YamlNode.Mapping scenario = block(plan, "scenario");
    return new SweepPlan(
        new ScenarioText(
            text(scenario, "name"),
            text(scenario, "text"),
            texts(block(plan, "files")),
            texts(plan, "set")),
        items(plan, "keys").stream().map(this::key).toList(),
        Sampling.parse(text(plan, "sample")),
        texts(plan, "seeds").stream().map(this::number).toList(),
        Duration.ofMillis(number(plan, "trialLimitMs")),
        texts(plan, "figures"));
  }

  private SweptKey key(YamlNode node) {
    if (!(node instanceof YamlNode.Mapping key)) {
      throw wrong("keys");
    }
    SweptKey own =
        key.get("values").isPresent()
            ? new SweptKey.Choices(text(key, "key"), texts(key, "values"))
            : new SweptKey.Range(
                text(key, "key"),
                text(key, "from"),
                text(key, "to"),
                text(key, "scale").equals("log"));
    for (DimensionLink.Kind kind : DimensionLink.Kind.values()) {
      if (key.get(word(kind)).isPresent()) {
        return new SweptKey.Linked(own, kind, text(key, word(kind)), text(key, "most"));
      }
    }
    return own;
  }

  private static String word(DimensionLink.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  private YamlNode.Mapping block(YamlNode.Mapping in, String key) {
    return in.block(key).orElseThrow(() -> wrong("no " + key));
  }

  private String text(YamlNode.Mapping in, String key) {
    return in.value(key).map(this::text).orElseThrow(() -> wrong("no " + key));
  }

  private String text(YamlNode node) {
    if (node instanceof YamlNode.Scalar scalar) {
      return scalar.text();
    }
    throw wrong(YamlNode.kind(node) + " instead of a text");
  }

  private long number(YamlNode.Mapping in, String key) {
    return number(text(in, key));
  }

  private long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw wrong("'" + text + "' instead of a number");
    }
  }

  private List<YamlNode> items(YamlNode.Mapping in, String key) {
    if (in.value(key).orElse(null) instanceof YamlNode.Sequence list) {
      return list.items();
    }
    throw wrong("no list " + key);
  }

  private List<String> texts(YamlNode.Mapping in, String key) {
    return items(in, key).stream().map(this::text).toList();
  }

  private Map<String, String> texts(YamlNode.Mapping block) {
    Map<String, String> texts = new LinkedHashMap<>();
    block.entries().forEach(entry -> texts.put(entry.key(), text(entry.value())));
    return texts;
  }

  void write(SweepPlan plan) throws IOException {
    JsonWriter json = JsonWriter.indented();
    json.object()
        .put("format", FORMAT)
        .put("trials", plan.trials())
        .put("scenarioHash", plan.scenarioHash())
        .object("scenario")
        .put("name", plan.scenario().name())
        .put("text", plan.scenario().text())
        .endObject()
        .object("files");
    plan.scenario().files().forEach(json::put);
    json.endObject();
    texts(json, "set", plan.scenario().settings());
    json.array("keys");
    for (SweptKey key : plan.keys()) {
      json.object().put("key", key.key());
      write(json, key);
      json.endObject();
    }
    json.endArray().put("sample", plan.sampling().toString()).array("seeds");
    plan.seeds().forEach(json::add);
    json.endArray().put("trialLimitMs", plan.trialLimit().toMillis());
    texts(json, "figures", plan.figures());
    AtomicWriter.write(file, json.endObject() + "\n");
  }

  private static void write(JsonWriter json, SweptKey key) {
    switch (key) {
      case SweptKey.Choices choices -> texts(json, "values", choices.values());
      case SweptKey.Range range ->
          json.put("from", range.from())
              .put("to", range.to())
              .put("scale", range.isLog() ? "log" : "linear");
      case SweptKey.Linked linked -> {
        json.put(word(linked.kind()), linked.of()).put("most", linked.most());
        write(json, linked.numbers());
      }
    }
  }

  private static void texts(JsonWriter json, String name, List<String> texts) {
    json.array(name);
    texts.forEach(json::add);
    json.endArray();
  }
}

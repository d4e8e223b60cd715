package dev.headroom.model.scenario;

import dev.headroom.model.knob.Knob;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** List of knobs as text and as JSON. */
public final class KnobList {
  private KnobList() {}

  /**
   * A knob as it is listed.
   *
   * @param workloads the types of workload that have it; none for what every scenario has
   * @param variables of software stacks that carry it
   */
  public record Entry(Knob<?> knob, List<String> workloads, List<Carrier> variables) {
    public Entry {
      workloads = List.copyOf(workloads);
      variables = List.copyOf(variables);
    }
  }

  /**
   * A variable of a software stack.
   *
   * @param stack as commands name it
   */
  public record Carrier(String stack, String name) {}

  /** A paragraph for each knob. */
  public static String text(List<Entry> entries) {
    StringBuilder out = new StringBuilder();
    for (Entry entry : entries) {
      Knob<?> knob = entry.knob();
      out.append(knob.name()).append("  (").append(knob.type().name()).append(")\n");
      line(out, "", knob.meaning());
      line(out, "of type: ", String.join(", ", entry.workloads()));
      line(out, "default: ", standard(knob));
      if (!knob.range().isEmpty()) {
        line(out, "range:   ", String.join(" to ", knob.range()));
      }
      if (!Presets.of(knob).isEmpty()) {
        line(out, "presets: ", presets(knob));
      }
      line(out, "source:  ", knob.source());
      line(out, "real:    ", knob.realName());
      line(out, "stacks:  ", names(entry.variables()));
      out.append('\n');
    }
    return out.toString();
  }

  private static void line(StringBuilder out, String label, String text) {
    if (!text.isEmpty()) {
      out.append("    ").append(label).append(text).append('\n');
    }
  }

  /** Each name once: RCCL goes by those of NCCL. */
  private static String names(List<Carrier> variables) {
    return variables.stream().map(Carrier::name).distinct().collect(Collectors.joining(", "));
  }

  private static String presets(Knob<?> knob) {
    StringBuilder text = new StringBuilder();
    Presets.of(knob)
        .forEach((name, value) ->
            text.append(text.isEmpty() ? "" : ", ").append(name).append(' ').append(value));
    return text.toString();
  }

  private static <T> String standard(Knob<T> knob) {
    return knob.fallback().map(knob.type().printer()).orElse(knob.derivation());
  }

  /**
   * An object with {@code knobs}, a list of {@code name}, {@code type}, {@code default} (text, or
   * null where it follows from other settings, which {@code derivation} then explains), {@code
   * meaning}, {@code range}, {@code values}, {@code presets}, {@code source}, {@code realName},
   * {@code workloads} (the types of workload that have it), {@code variables} (of software stacks:
   * {@code stack}, {@code name}); and {@code presets}, a list of {@code name}, {@code meaning},
   * {@code source}.
   */
  public static ObjectNode json(List<Entry> entries) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    ArrayNode list = root.putArray("knobs");
    entries.forEach(entry -> object(list.addObject(), entry));
    ArrayNode presets = root.putArray("presets");
    for (Presets.Preset preset : Presets.all()) {
      presets
          .addObject()
          .put("name", preset.name())
          .put("meaning", preset.meaning())
          .put("source", preset.source());
    }
    return root;
  }

  private static void object(ObjectNode node, Entry entry) {
    Knob<?> knob = entry.knob();
    node.put("name", knob.name());
    node.put("type", knob.type().name());
    if (knob.fallback().isPresent()) {
      node.put("default", standard(knob));
    } else {
      node.putNull("default");
    }
    node.put("derivation", knob.derivation());
    node.put("meaning", knob.meaning());
    ArrayNode range = node.putArray("range");
    knob.range().forEach(range::add);
    ArrayNode values = node.putArray("values");
    knob.type().words().forEach(values::add);
    ObjectNode presets = node.putObject("presets");
    Presets.of(knob).forEach(presets::put);
    node.put("source", knob.source());
    node.put("realName", knob.realName());
    ArrayNode workloads = node.putArray("workloads");
    entry.workloads().forEach(workloads::add);
    ArrayNode variables = node.putArray("variables");
    for (Carrier carrier : entry.variables()) {
      variables.addObject().put("stack", carrier.stack()).put("name", carrier.name());
    }
  }
}

package dev.headroom.app.stack;

import dev.headroom.model.stack.StackVariable;
import dev.headroom.model.stack.StackVariables;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Variables as {@code headroom knobs} lists them, a paragraph each. */
public final class VariableList {
  private VariableList() {}

  /** A paragraph for each stack that has it. */
  public static String text(List<StackVariables.Entry> entries) {
    StringBuilder out = new StringBuilder();
    for (StackVariables.Entry entry : entries) {
      StackVariable variable = entry.variable();
      out.append("%s  (%s)\n".formatted(variable.name(), entry.stack().title()));
      line(out, "", variable.topic().words());
      line(out, "carries: ", String.join(", ", variable.topic().knobs()));
      line(out, "left:    ", variable.unmodelled());
      line(out, "written: ", variable.writing());
      line(out, "default: ", variable.standard());
      line(out, "range:   ", variable.range());
      line(out, "since:   ", variable.since());
      line(out, "source:  ", variable.source());
      out.append('\n');
    }
    return out.toString();
  }

  /**
   * A list of knobs with {@code variables} beside it: {@code name}, {@code stack}, {@code topic},
   * {@code knobs}, {@code writing}, {@code default}, {@code range}, {@code since}, {@code source},
   * {@code unmodelled}.
   */
  public static String json(ObjectNode knobs, List<StackVariables.Entry> entries) {
    ArrayNode list = knobs.putArray("variables");
    for (StackVariables.Entry entry : entries) {
      StackVariable variable = entry.variable();
      ObjectNode node = list.addObject();
      node.put("name", variable.name())
          .put("stack", entry.stack().word())
          .put("topic", variable.topic().words())
          .put("writing", variable.writing())
          .put("default", variable.standard())
          .put("range", variable.range())
          .put("since", variable.since())
          .put("source", variable.source())
          .put("unmodelled", variable.unmodelled());
      ArrayNode carried = node.putArray("knobs");
      variable.topic().knobs().forEach(carried::add);
    }
    return JsonMapper.builder().build().writerWithDefaultPrettyPrinter().writeValueAsString(knobs)
        + "\n";
  }

  private static void line(StringBuilder out, String label, String text) {
    if (!text.isEmpty()) {
      out.append("    ").append(label).append(text).append('\n');
    }
  }
}

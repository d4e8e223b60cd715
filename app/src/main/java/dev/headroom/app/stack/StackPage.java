package dev.headroom.app.stack;

import dev.headroom.model.stack.SoftwareStack;
import dev.headroom.model.stack.StackTopic;
import dev.headroom.model.stack.StackVariable;
import dev.headroom.model.stack.StackVariables;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Documentation page of the variables of all stacks. */
public final class StackPage {
  private static final String HEAD =
      """
      # Software stacks

      The environment variables of NCCL, RCCL, UCX, libfabric, NVSHMEM, MPI, PyTorch and TensorFlow for each knob of a scenario.
      `headroom show SCENARIO --as env --stack ucx` prints those of a host, and `headroom knobs UCX_IB_TRAFFIC_CLASS` finds the knob of a variable.
      Here, Open MPI and MPICH send through UCX, and PyTorch and TensorFlow through NCCL: the variables of UCX and NCCL apply to them as well.
      Generated from the tables of `dev.headroom.model.stack`.

      ## Knobs and variables
      """;

  /**
   * The most characters of the longest names of variables of the stacks in one table. A page has a
   * text column of 921 pixels, and a name of a variable has no place for a new line.
   */
  private static final int WIDEST_NAMES = 72;

  private StackPage() {}

  /** In Markdown. */
  public static String of() {
    StringBuilder page = new StringBuilder(HEAD);
    List<SoftwareStack> stacks = List.of(SoftwareStack.values());
    for (int from = 0; from < stacks.size(); ) {
      int to = end(stacks, from);
      topics(page, stacks.subList(from, to));
      from = to;
    }
    stacks.forEach(stack -> details(page, stack));
    unmodelled(page);
    return page.toString();
  }

  /** The end of the stacks that fit in one table, at least one of them. */
  private static int end(List<SoftwareStack> stacks, int from) {
    int to = from + 1;
    int width = longestName(stacks.get(from));
    while (to < stacks.size() && width + longestName(stacks.get(to)) <= WIDEST_NAMES) {
      width += longestName(stacks.get(to));
      to++;
    }
    return to;
  }

  private static int longestName(SoftwareStack stack) {
    return StackVariables.of(stack).stream()
        .mapToInt(variable -> variable.name().length())
        .max()
        .orElse(0);
  }

  /** The topics for which one of these stacks has a variable. */
  private static void topics(StringBuilder page, List<SoftwareStack> stacks) {
    String titles = stacks.stream().map(SoftwareStack::title).collect(Collectors.joining(", "));
    page.append("\n### ").append(titles).append("\n\n");
    row(
        page,
        "knob, or derived from the server",
        stacks.stream().map(SoftwareStack::title).toList());
    page.append("|---".repeat(stacks.size() + 1)).append("|\n");
    for (StackTopic topic : StackVariables.topics()) {
      List<String> cells = stacks.stream().map(stack -> cell(stack, topic)).toList();
      if (cells.stream().anyMatch(cell -> !cell.isEmpty())) {
        row(page, name(topic), cells);
      }
    }
  }

  private static String name(StackTopic topic) {
    return topic.knobs().isEmpty()
        ? topic.words()
        : topic.words()
            + ": "
            + topic.knobs().stream().map(StackPage::code).collect(Collectors.joining(", "));
  }

  private static String cell(SoftwareStack stack, StackTopic topic) {
    return StackVariables.of(stack).stream()
        .filter(variable -> variable.topic() == topic)
        .map(variable -> code(variable.name()) + (variable.isModelled() ? "" : " (\\*)"))
        .collect(Collectors.joining(", "));
  }

  private static void details(StringBuilder page, SoftwareStack stack) {
    page.append("\n## ").append(stack.title()).append("\n\n");
    row(page, "variable", List.of("form of the value", "default", "range", "since"));
    page.append("|---".repeat(5)).append("|\n");
    Map<String, List<String>> sources = new LinkedHashMap<>();
    for (StackVariable variable : StackVariables.of(stack)) {
      row(
          page,
          code(variable.name()),
          List.of(variable.writing(), variable.standard(), variable.range(), variable.since()));
      sources.computeIfAbsent(variable.source(), _ -> new ArrayList<>()).add(code(variable.name()));
    }
    page.append("\nSources:\n\n");
    sources.forEach(
        (source, names) -> page.append("- %s: %s\n".formatted(source, String.join(", ", names))));
  }

  private static void unmodelled(StringBuilder page) {
    page.append(
        """

        ## Not modeled

        Scenarios have no value for the variables marked (\\*) above. The reasons:

        """);
    row(page, "variable", List.of("stack", "why"));
    page.append("|---".repeat(3)).append("|\n");
    for (StackVariables.Entry entry : StackVariables.all()) {
      if (!entry.variable().isModelled()) {
        row(
            page,
            code(entry.variable().name()),
            List.of(entry.stack().title(), entry.variable().unmodelled()));
      }
    }
  }

  private static String code(String name) {
    return "`" + name + "`";
  }

  private static void row(StringBuilder page, String first, List<String> others) {
    page.append("| ").append(first);
    others.forEach(cell -> page.append(" | ").append(cell.replace("|", "\\|")));
    page.append(" |\n");
  }
}

package dev.headroom.app.stack;

import dev.headroom.model.stack.SoftwareStack;
import dev.headroom.model.stack.StackTopic;
import dev.headroom.model.stack.StackVariable;
import dev.headroom.model.stack.StackVariables;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Documentation page of the variables of all stacks. */
public final class StackPage {
  private static final String HEAD =
      """
      # Software stacks

      By which variables NCCL, RCCL, UCX, libfabric, NVSHMEM, MPI, PyTorch and TensorFlow are told what a knob of a scenario says.
      `./headroom show SCENARIO --as env --stack ucx` prints those of a host, `./headroom knobs UCX_IB_TRAFFIC_CLASS` finds the knob of one.
      Open MPI and MPICH send by UCX here, PyTorch and TensorFlow by NCCL: they are told what these are told as well.
      Generated from the tables of `dev.headroom.model.stack`.

      ## Knobs and variables

      """;

  private StackPage() {}

  /** In Markdown. */
  public static String of() {
    StringBuilder page = new StringBuilder(HEAD);
    List<SoftwareStack> stacks = Arrays.asList(SoftwareStack.values());
    row(
        page,
        "knob, or what follows from the server",
        stacks.stream().map(SoftwareStack::title).toList());
    page.append("|---".repeat(stacks.size() + 1)).append("|\n");
    for (StackTopic topic : StackVariables.topics()) {
      row(page, name(topic), stacks.stream().map(stack -> cell(stack, topic)).toList());
    }
    stacks.forEach(stack -> details(page, stack));
    unmodelled(page);
    return page.toString();
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
        .map(variable -> code(variable.name()) + (variable.isModelled() ? "" : " (*)"))
        .collect(Collectors.joining(", "));
  }

  private static void details(StringBuilder page, SoftwareStack stack) {
    page.append("\n## ").append(stack.title()).append("\n\n");
    row(page, "variable", List.of("how it is written", "default", "range", "since", "source"));
    page.append("|---".repeat(6)).append("|\n");
    for (StackVariable variable : StackVariables.of(stack)) {
      row(
          page,
          code(variable.name()),
          List.of(
              variable.writing(),
              variable.standard(),
              variable.range(),
              variable.since(),
              variable.source()));
    }
  }

  private static void unmodelled(StringBuilder page) {
    page.append(
        """

        ## Not modelled

        Variables marked (*) above: no scenario has a value for them, for this reason.

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

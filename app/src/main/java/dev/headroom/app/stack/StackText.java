package dev.headroom.app.stack;

import dev.headroom.audit.fix.CommandValueSyntax;
import dev.headroom.model.stack.SoftwareStack;
import dev.headroom.model.stack.StackSettings;
import dev.headroom.model.stack.StackSettings.Told;
import dev.headroom.model.stack.StackTopic;
import dev.headroom.model.text.ShellQuoting;
import java.util.ArrayList;
import java.util.List;

/**
 * Settings of a stack as text for a shell, NCCL, UCX or {@code mpirun}, each with the knobs in a
 * comment before it. Values are of the audit's grammar of variables, and quoted where a shell needs
 * it.
 */
public final class StackText {
  private static final int WIDTH = 80;
  private static final String BY_ITSELF = " (the default)";
  private static final String MCA = "OMPI_MCA_";

  private final StackSettings settings;
  private final StackFormat form;
  private final StringBuilder out = new StringBuilder();

  private StackText(StackSettings settings, StackFormat form) {
    this.settings = settings;
    this.form = form;
  }

  /**
   * In a form that {@link StackFormat#fits}.
   *
   * @param where the server, and what it is one of, for the first line
   */
  public static String of(StackSettings settings, StackFormat form, String where) {
    StackText text = new StackText(settings, form);
    text.comment("%s on %s".formatted(settings.stack().title(), where), "");
    text.told();
    for (StackSettings.Left left : settings.left()) {
      text.comment("left: " + left.topic().title() + ": " + left.reason(), "  ");
    }
    return text.out.toString();
  }

  private void told() {
    List<Told> held = settings.variables().stream().filter(each -> form.holds(each.of())).toList();
    if (settings.variables().isEmpty()) {
      comment("no variable needed: the defaults match the scenario", "  ");
    }
    if (form == StackFormat.MPIRUN) {
      command(held);
      return;
    }
    List<StackTopic> said = new ArrayList<>();
    for (Told each : settings.variables()) {
      if (said.isEmpty() || said.getLast() != each.variable().topic()) {
        said.add(each.variable().topic());
        comment(each.variable().topic().title() + (each.isDefault() ? BY_ITSELF : ""), "  ");
      }
      if (form.holds(each.of())) {
        line(each);
      } else {
        comment("in the environment, not in this file: " + export(each), "  ");
      }
    }
  }

  private void line(Told told) {
    out.append(
            form == StackFormat.EXPORT
                ? export(told)
                : told.variable().name() + "=" + checked(told.value()))
        .append('\n');
  }

  private static String export(Told told) {
    return "export %s=%s"
        .formatted(told.variable().name(), ShellQuoting.word(checked(told.value())));
  }

  private static String checked(String value) {
    return CommandValueSyntax.VARIABLE_VALUE.checked(value);
  }

  /** One command over several lines; what each part stands for comes before it. */
  private void command(List<Told> held) {
    held.stream()
        .map(each -> each.variable().topic())
        .distinct()
        .forEach(topic ->
            comment(
                "%s: %s"
                    .formatted(
                        topic.title(),
                        String.join(
                            ", ",
                            held.stream()
                                .filter(each -> each.variable().topic() == topic)
                                .map(each ->
                                    each.variable().shortName()
                                        + (each.isDefault() ? BY_ITSELF : ""))
                                .toList())),
                "  "));
    boolean isMpich = settings.stack() == SoftwareStack.MPICH;
    out.append(isMpich ? "mpiexec" : "mpirun");
    held.forEach(each -> out.append(" \\\n    ").append(argument(each, isMpich)));
    out.append(" \\\n    PROGRAM\n");
  }

  private static String argument(Told told, boolean isMpich) {
    String name = told.variable().name();
    String value = ShellQuoting.word(checked(told.value()));
    if (isMpich) {
      return "-genv " + name + " " + value;
    }
    return name.startsWith(MCA)
        ? "--mca " + told.variable().shortName() + " " + value
        : "-x " + name + "=" + value;
  }

  /** A comment in lines of the screen's width. */
  private void comment(String words, String indent) {
    StringBuilder line = new StringBuilder("#");
    for (String word : words.split(" ")) {
      if (line.length() > 1 + indent.length() && line.length() + 1 + word.length() > WIDTH) {
        out.append(line).append('\n');
        line = new StringBuilder("#").append(indent);
      }
      line.append(' ').append(word);
    }
    out.append(line).append('\n');
  }
}

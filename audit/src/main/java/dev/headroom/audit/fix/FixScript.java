package dev.headroom.audit.fix;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toCollection;

import dev.headroom.audit.fix.FixPlan.Cable;
import dev.headroom.audit.fix.FixPlan.Planned;
import dev.headroom.model.text.ShellQuoting;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * POSIX shell script of all changes of a {@link FixPlan}. It is dry unless told {@code --apply}. It
 * has a part for each machine, switches first, and a part has groups of steps, which are made as a
 * whole or not at all. Old values go to a file for {@code --undo}.
 */
public final class FixScript {
  private final FixPlan plan;
  private final StringBuilder text = new StringBuilder();

  private FixScript(FixPlan plan) {
    this.plan = plan;
  }

  /**
   * Steps of one group.
   *
   * @param changes by what they set, so that the same setting is set once
   */
  private record Group(String title, boolean tuning, Map<List<Object>, Change> changes) {}

  /**
   * A change.
   *
   * @param why the rules that want it
   */
  private record Change(SettingChange step, Set<String> why) {}

  public static String of(FixPlan plan) {
    return new FixScript(plan).write();
  }

  private String write() {
    text.append(template());
    Set<String> hosts = new LinkedHashSet<>();
    plan.steps().forEach(each -> hosts.add(each.host()));
    hosts.addAll(plan.tunings().keySet().stream().sorted().toList());
    Map<String, Set<String>> byShortName =
        hosts.stream()
            .collect(
                groupingBy(
                    FixScript::shortName, LinkedHashMap::new, toCollection(LinkedHashSet::new)));
    List<String> parts = new ArrayList<>(hosts);
    parts.sort(Comparator.comparing(host -> !plan.switches().contains(host)));
    for (String host : parts) {
      boolean alone = byShortName.getOrDefault(shortName(host), Set.of()).size() == 1;
      part(host, alone ? shortName(host) : host);
    }
    return text.append("\nend\n").toString();
  }

  private void part(String host, String name) {
    boolean isSwitch = plan.switches().contains(host);
    text.append("\nif for_host ")
        .append(ShellQuoting.quote(name))
        .append(isSwitch ? " switch" : " ''")
        .append("; then\n  :\n");
    Set<Planned> its =
        plan.steps().stream()
            .filter(each -> each.host().equals(host))
            .collect(toCollection(LinkedHashSet::new));
    if (!isSwitch) {
      switchesBefore(host).forEach(each -> call("after", List.of(shortName(each))));
    }
    List<Group> groups = groups(its);
    Stream.concat(
            groups.stream().filter(each -> !each.tuning()), groups.stream().filter(Group::tuning))
        .forEach(each -> group(host, each));
    plan.tunings().getOrDefault(host, List.of()).forEach(this::tuning);
    its.forEach(this::byHand);
    text.append("fi\n");
  }

  /** Switches with steps: those that this host hangs on, or all where no cable of it is known. */
  private List<String> switchesBefore(String host) {
    List<String> cabled =
        plan.cables().stream().filter(each -> each.host().equals(host)).map(Cable::device).toList();
    return plan.steps().stream()
        .map(Planned::host)
        .distinct()
        .filter(each -> plan.switches().contains(each))
        .filter(each -> cabled.isEmpty() || cabled.contains(each))
        .toList();
  }

  /** Groups by their first step. Of two values for one setting the first one counts. */
  private static List<Group> groups(Set<Planned> steps) {
    Map<List<Object>, Group> groups = new LinkedHashMap<>();
    for (Planned each : steps) {
      for (SettingChange change : changes(each.step())) {
        StepGroup name = StepGroup.of(change, each.part());
        Group group =
            groups.computeIfAbsent(
                List.of(name, each.tuning()),
                _ -> new Group(name.title(), each.tuning(), new LinkedHashMap<>()));
        group
            .changes()
            .computeIfAbsent(
                List.of(change.setting(), change.names()),
                _ -> new Change(change, new LinkedHashSet<>()))
            .why()
            .add(each.why());
      }
    }
    return List.copyOf(groups.values());
  }

  private static List<SettingChange> changes(FixStep step) {
    return switch (step) {
      case SettingChange change -> List.of(change);
      case UnlimitedMemlock memory -> memory.changes();
      default -> List.of();
    };
  }

  private void group(String host, Group group) {
    begin(group.tuning(), group.title());
    List<Change> changes =
        group.changes().values().stream()
            .sorted(Comparator.comparing(each -> each.step().setting()))
            .toList();
    changes.forEach(each -> switchFirst(host, each.step()));
    for (Change each : changes) {
      SettingChange step = each.step();
      List<String> names = step.names();
      text.append("  change ")
          .append(step.setting().key())
          .append(' ')
          .append(ShellQuoting.quote(names.getFirst()))
          .append(' ')
          .append(ShellQuoting.quote(names.size() > 1 ? names.get(1) : ""))
          .append(' ')
          .append(ShellQuoting.quote(step.value().replaceAll("\\s+", " ")))
          .append(step.disruption().disruptive() ? " yes " : " no ")
          .append(ShellQuoting.quote(plain(String.join(", ", each.why()))))
          .append('\n');
      comment("security: ", step.securityCost());
      comment("to persist: ", step.afterReboot());
    }
    text.append("  commit\n");
  }

  /** What the other end of a cable must do before the host relies on it. */
  private void switchFirst(String host, SettingChange step) {
    String nic = step.names().getFirst();
    String port = plan.cable(host, nic).map(each -> each.device() + " " + each.port()).orElse("");
    if (step.setting() == HostSetting.MTU) {
      call("switch_first", List.of("mtu", nic, step.value(), plain(port)));
    } else if (step.setting() == HostSetting.PFC) {
      String[] bits = step.value().split(",", -1);
      for (int priority = 0; priority < bits.length; priority++) {
        if (bits[priority].equals("1")) {
          call("switch_first", List.of("pfc", nic, String.valueOf(priority), plain(port)));
        }
      }
    }
  }

  private void tuning(TuningGroup group) {
    begin(true, group.title());
    group.calls().forEach(each -> call(each.function(), each.words()));
    text.append("  commit\n");
  }

  private void begin(boolean tuning, String title) {
    call("begin", List.of(tuning ? "tuning" : "fix", plain(title)));
  }

  private void call(String function, List<String> words) {
    text.append("  ")
        .append(function)
        .append(words.stream().map(word -> " " + ShellQuoting.quote(word)).collect(joining()))
        .append('\n');
  }

  private void byHand(Planned each) {
    switch (each.step()) {
      case SettingChange _, UnlimitedMemlock _ -> {}
      case KernelArgument argument ->
          call(
              "by_hand",
              List.of(plain(each.why() + ": " + argument.afterReboot() + "; then reboot")));
      default -> {
        call("by_hand", List.of(plain(each.why() + ": " + each.step().command())));
        comment("to persist, " + each.why() + ": ", each.step().afterReboot());
      }
    }
  }

  private void comment(String label, String sentence) {
    if (!sentence.isEmpty()) {
      text.append("  # ").append(plain(label + sentence)).append('\n');
    }
  }

  /** On one line, whatever it holds, so that nothing of it leaves a comment. */
  private static String plain(String words) {
    return words.replaceAll("\\p{Cntrl}|[\\u0080-\\u009f\\u2028\\u2029]", " ");
  }

  private static String shortName(String host) {
    int dot = host.indexOf('.');
    return dot < 0 ? host : host.substring(0, dot);
  }

  private static String template() {
    try (InputStream in = FixScript.class.getResourceAsStream("script.sh")) {
      if (in == null) {
        throw new IllegalStateException("script.sh is not in the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package dev.headroom.app.emit;

import dev.headroom.audit.emit.EmitPlan;
import dev.headroom.audit.emit.PlanStep;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Sample inventory of a plan's devices for Ansible. A device whose name Ansible would take for a
 * pattern, or for something else, has its name as a file, and its own one in {@code
 * headroom_device}.
 */
final class PlanInventory {
  private PlanInventory() {}

  static String of(EmitPlan plan) {
    YamlLines yaml = new YamlLines();
    yaml.comment(
        "Sample: set the addresses and the users. headroom_language picks one language of");
    yaml.comment("a switch whose configuration was not known.");
    yaml.line("all:");
    yaml.line("  hosts:");
    Map<String, Set<String>> languages = new LinkedHashMap<>();
    Map<String, PlanStep> first = new LinkedHashMap<>();
    for (PlanStep step : plan.steps()) {
      first.putIfAbsent(step.device(), step);
      if (step.isSwitch()) {
        languages.computeIfAbsent(step.device(), _ -> new TreeSet<>()).add(step.language().word());
      }
    }
    first.forEach((device, step) -> host(yaml, step, languages.getOrDefault(device, Set.of())));
    return yaml.toString();
  }

  private static void host(YamlLines yaml, PlanStep step, Set<String> languages) {
    String name = PlanNames.device(step.device());
    yaml.line("    " + YamlLines.quote(name) + ":");
    if (PlanNames.isRenamed(step.device())) {
      yaml.comment("      ", "set ansible_host: the device's own name is none of a host here");
      yaml.line("      headroom_device: " + unsafe(step.device()) + YamlLines.quote(step.device()));
    }
    yaml.line("      headroom_folder: " + YamlLines.quote(name));
    if (languages.size() > 1) {
      yaml.comment("      ", "one of " + String.join(", ", languages));
    }
    if (!languages.isEmpty()) {
      yaml.line("      headroom_language: " + YamlLines.quote(step.language().word()));
    }
    CliLines.networkOs(step.language())
        .ifPresentOrElse(
            os -> {
              yaml.line("      ansible_connection: ansible.netcommon.network_cli");
              yaml.line("      ansible_network_os: " + os);
            },
            () -> yaml.line("      ansible_become: true"));
  }

  /** Braces are no expression here. */
  private static String unsafe(String text) {
    return text.contains("{") ? "!unsafe " : "";
  }
}

package dev.headroom.app.emit;

import dev.headroom.audit.emit.EmitPlan;
import dev.headroom.audit.emit.PlanPhase;
import dev.headroom.audit.emit.PlanStep;
import dev.headroom.audit.emit.StepCheck;
import dev.headroom.audit.emit.StepChecks;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Ansible playbook that carries out a plan: a play for each phase, one device after the other, each
 * step with its check. The first step that fails is undone, and nothing further is done. Devices
 * without a shell are configured by {@code ansible.netcommon.cli_config} over {@code network_cli}
 * (documentation of that collection).
 */
final class PlanPlaybook {
  private static final String REMOTE = "/var/lib/headroom/emit/";

  /** Tasks that look whether a device still has what the plan replaces. */
  private static final String BEFORE = "before";

  /** End of the note that a step is finished. */
  private static final String DONE = ".done";

  /** A step that did nothing cannot always be undone: then its settings from before are there. */
  private static final String UNDO =
      "sh \"$1/undo.sh\" || { [ -f \"$1/before.sh\" ] && sh \"$1/before.sh\"; }";

  private final EmitPlan plan;
  private final String id;

  private PlanPlaybook(EmitPlan plan, String id) {
    this.plan = plan;
    this.id = id;
  }

  /**
   * {@code playbook.yaml}, {@code undo.yaml}, {@code inventory.yaml}, and the tasks of devices.
   *
   * @param id of the plan; devices keep its files under this name
   */
  static Map<String, String> of(EmitPlan plan, String id) {
    PlanPlaybook playbook = new PlanPlaybook(plan, id);
    Map<String, String> files = new TreeMap<>();
    files.put("playbook.yaml", playbook.forward());
    files.put("undo.yaml", playbook.backward());
    files.put("inventory.yaml", PlanInventory.of(plan));
    for (String device : playbook.checked()) {
      files.put(
          "tasks/%s/%s.yaml".formatted(PlanNames.device(device), BEFORE),
          playbook.beforeTasks(plan.steps(device)));
    }
    for (PlanPhase phase : plan.phases()) {
      Map<String, List<PlanStep>> byDevice = new LinkedHashMap<>();
      plan.steps(phase)
          .forEach(
              step -> byDevice.computeIfAbsent(step.device(), _ -> new ArrayList<>()).add(step));
      byDevice.forEach((device, steps) -> {
        files.put(tasks(phase, device, "apply"), playbook.applyTasks(steps));
        files.put(tasks(phase, device, "undo"), playbook.undoTasks(steps.reversed()));
      });
    }
    return files;
  }

  private static String tasks(PlanPhase phase, String device, String what) {
    return "tasks/%s/%s-%s.yaml".formatted(PlanNames.device(device), phase.word(), what);
  }

  // --- plays ------------------------------------------------------------------------------------

  private String forward() {
    YamlLines yaml = new YamlLines();
    yaml.comment(
        "Carries out the plan in plan.md. Stops at the first step that fails and undoes it.");
    yaml.comment("ansible-playbook -i inventory.yaml playbook.yaml");
    yaml.comment(
        "Several devices at a time: -e headroom_serial=4. Never run two of these at once.");
    if (!plan.gaps().isEmpty()) {
      yaml.item("name", "No RDMA traffic on ports that lack flow control in between");
      yaml.open("  hosts", "localhost").line("  gather_facts: false");
      yaml.line("  tasks:");
      yaml.line("    - name: Traffic is stopped");
      yaml.line("      ansible.builtin.assert:");
      yaml.line("        that: headroom_drained | default(false) | bool");
      yaml.line("        fail_msg: " + YamlLines.quote(words(gapMessage())));
    }
    if (!checked().isEmpty()) {
      play(yaml, "Settings that the plan was made against", checked(), "Look at them", BEFORE);
    }
    for (PlanPhase phase : plan.phases()) {
      play(yaml, phase, "apply");
    }
    return yaml.toString();
  }

  /** Devices of which something is known of before. */
  private List<String> checked() {
    return plan.steps().stream()
        .filter(step -> !BeforeChecks.of(plan, step).isEmpty())
        .map(PlanStep::device)
        .distinct()
        .toList();
  }

  private String gapMessage() {
    return "stop RDMA traffic on "
        + String.join(
            ", ",
            plan.gaps().stream().map(gap -> gap.device() + " " + gap.port()).distinct().toList())
        + ", then add -e headroom_drained=true";
  }

  private String backward() {
    YamlLines yaml = new YamlLines();
    yaml.comment("Undoes the steps that playbook.yaml took, last one first.");
    yaml.comment("ansible-playbook -i inventory.yaml undo.yaml");
    plan.phases().reversed().forEach(phase -> play(yaml, phase, "undo"));
    return yaml.toString();
  }

  private void play(YamlLines yaml, PlanPhase phase, String what) {
    boolean isUndo = what.equals("undo");
    play(
        yaml,
        (isUndo ? "Undo " : "") + phase.title(),
        plan.steps(phase).stream().map(PlanStep::device).distinct().toList(),
        isUndo ? "Undo steps" : "Take steps",
        phase.word() + "-" + what);
  }

  private static void play(
      YamlLines yaml, String title, List<String> devices, String task, String file) {
    yaml.item("name", title);
    yaml.line("  hosts:");
    devices.forEach(device -> yaml.line("    - " + YamlLines.quote(PlanNames.device(device))));
    yaml.line("  gather_facts: false");
    yaml.line("  serial: \"{{ headroom_serial | default(1) }}\"");
    yaml.line("  any_errors_fatal: true");
    yaml.line("  max_fail_percentage: 0");
    yaml.line("  tasks:");
    yaml.line("    - name: " + YamlLines.quote(task));
    yaml.line("      ansible.builtin.include_tasks:");
    yaml.line("        file: \"tasks/{{ headroom_folder }}/%s.yaml\"".formatted(file));
  }

  // --- tasks ------------------------------------------------------------------------------------

  private String beforeTasks(List<PlanStep> steps) {
    YamlLines yaml = new YamlLines();
    for (PlanStep step : steps) {
      before(yaml, step, true);
    }
    return yaml.toString();
  }

  /** A step that was taken has replaced what was before. */
  private void before(YamlLines yaml, PlanStep step, boolean isFirst) {
    BeforeChecks checks = BeforeChecks.of(plan, step);
    if (isFirst ? checks.now().isEmpty() : checks.isEmpty()) {
      return;
    }
    yaml.item("name", "Settings before step " + step.number());
    condition(yaml, step, isThere(step, "", false));
    yaml.line("  block:");
    if (CliLines.hasShell(step.language())) {
      copy(yaml, step);
      yaml.line("    - name: Look whether they are as the plan expects");
      command(yaml, "    ", step, BEFORE, isFirst ? List.of("first") : List.of());
      yaml.line("      changed_when: false");
    } else {
      cliChecks(yaml, isFirst ? checks.now() : checks.all());
    }
  }

  private String applyTasks(List<PlanStep> steps) {
    YamlLines yaml = new YamlLines();
    for (PlanStep step : steps) {
      before(yaml, step, false);
      unfinished(yaml, step);
      yaml.item("name", "Step " + step.number() + ": " + words(step.title()));
      condition(yaml, step, isThere(step, DONE, false));
      yaml.line("  block:");
      marker(yaml, "    ", step, "touch");
      if (CliLines.hasShell(step.language())) {
        copy(yaml, step);
        shell(yaml, "    ", step, "apply");
        shell(yaml, "    ", step, "check");
      } else {
        cli(yaml, "    ", step, "apply", step.step().commands());
        cliChecks(yaml, StepChecks.of(step));
      }
      yaml.line("    - name: Note that it is finished");
      local(yaml, "    ", markerPath(step) + DONE, "touch", "0644");
      yaml.line("  rescue:");
      undo(yaml, step);
      yaml.line("    - name: Stop here");
      yaml.line("      ansible.builtin.fail:");
      yaml.line(
          "        msg: "
              + YamlLines.quote(
                  "step "
                      + step.number()
                      + " failed and is undone; undo.yaml undoes those before"));
    }
    return yaml.toString();
  }

  private String undoTasks(List<PlanStep> steps) {
    YamlLines yaml = new YamlLines();
    for (PlanStep step : steps) {
      yaml.item("name", "Undo step " + step.number() + ": " + words(step.title()));
      condition(yaml, step, isThere(step, "", true));
      yaml.line("  block:");
      yaml.line("    - name: Forget that it is finished");
      local(yaml, "    ", markerPath(step) + DONE, "absent", "");
      undo(yaml, step);
    }
    return yaml.toString();
  }

  /** A step that was cut off, as by a killed playbook, may have done any part of it. */
  private static void unfinished(YamlLines yaml, PlanStep step) {
    yaml.item("name", "Step " + step.number() + " is not half done");
    yaml.line("  ansible.builtin.assert:");
    yaml.line(
        "    that: "
            + YamlLines.quote(isThere(step, "", false) + " or " + isThere(step, DONE, true)));
    yaml.line(
        "    fail_msg: "
            + YamlLines.quote(
                "step "
                    + step.number()
                    + " was begun and not finished; run undo.yaml, then this again"));
  }

  /** Expression for whether a note of a step is beside the playbook. */
  private static String isThere(PlanStep step, String end, boolean isThere) {
    return "(playbook_dir ~ '/state/%s%s') is %sexists"
        .formatted(note(step), end, isThere ? "" : "not ");
  }

  private static void condition(YamlLines yaml, PlanStep step, String note) {
    String language =
        step.isSwitch() ? "headroom_language == '%s' and ".formatted(step.language().word()) : "";
    yaml.line("  when: " + YamlLines.quote(language + note));
  }

  private void undo(YamlLines yaml, PlanStep step) {
    if (CliLines.hasShell(step.language())) {
      yaml.line("    - name: Undo");
      yaml.line("      ansible.builtin.command:");
      yaml.line("        argv:");
      yaml.line("          - sh");
      yaml.line("          - -c");
      yaml.line("          - " + YamlLines.quote(UNDO));
      yaml.line("          - undo");
      yaml.line("          - " + YamlLines.quote(remote(step)));
      yaml.line("      changed_when: true");
    } else {
      cli(yaml, "    ", step, "undo", step.step().undo());
    }
    marker(yaml, "    ", step, "absent");
  }

  private static String markerPath(PlanStep step) {
    return "{{ playbook_dir }}/state/" + note(step);
  }

  private static String note(PlanStep step) {
    return "%s.%03d".formatted(PlanNames.device(step.device()), step.number());
  }

  /** Which steps were taken is kept beside the playbook. */
  private static void marker(YamlLines yaml, String at, PlanStep step, String state) {
    if (state.equals("touch")) {
      yaml.line(at + "- name: Create the folder of taken steps");
      local(yaml, at, "{{ playbook_dir }}/state", "directory", "0755");
    }
    yaml.line(at + "- name: " + (state.equals("touch") ? "Note the step" : "Forget the step"));
    local(yaml, at, markerPath(step), state, "0644");
  }

  private static void local(YamlLines yaml, String at, String path, String state, String mode) {
    yaml.line(at + "  ansible.builtin.file:");
    yaml.line(at + "    path: " + YamlLines.quote(path));
    yaml.line(at + "    state: " + state);
    if (!state.equals("absent")) {
      yaml.line(at + "    mode: " + YamlLines.quote(mode));
    }
    yaml.line(at + "  delegate_to: localhost");
    yaml.line(at + "  become: false");
    yaml.line(at + "  vars: {ansible_connection: local}");
  }

  private String remote(PlanStep step) {
    return REMOTE + id + "/" + PlanNames.step(step);
  }

  private void copy(YamlLines yaml, PlanStep step) {
    yaml.line("    - name: Create the folder of the step");
    yaml.line("      ansible.builtin.file:");
    yaml.line("        path: " + YamlLines.quote(remote(step)));
    yaml.line("        state: directory");
    yaml.line("        mode: \"0700\"");
    yaml.line("    - name: Copy the files of the step");
    yaml.line("      ansible.builtin.copy:");
    yaml.line(
        "        src: "
            + YamlLines.quote("{{ playbook_dir }}/" + PlanDocuments.folder(step) + "/"));
    yaml.line("        dest: " + YamlLines.quote(remote(step) + "/"));
    yaml.line("        mode: \"0600\"");
  }

  private void shell(YamlLines yaml, String at, PlanStep step, String what) {
    yaml.line(at + "- name: " + capitalized(what));
    command(yaml, at, step, what, List.of());
    yaml.line(at + "  changed_when: " + !what.equals("check"));
  }

  private void command(
      YamlLines yaml, String at, PlanStep step, String script, List<String> arguments) {
    yaml.line(at + "  ansible.builtin.command:");
    yaml.line(at + "    argv:");
    yaml.line(at + "      - sh");
    yaml.line(at + "      - " + YamlLines.quote(remote(step) + "/" + script + ".sh"));
    arguments.forEach(each -> yaml.line(at + "      - " + YamlLines.quote(each)));
  }

  private static void cli(
      YamlLines yaml, String at, PlanStep step, String what, List<String> commands) {
    CliLines lines = CliLines.of(step.language(), commands);
    if (lines.lines().isEmpty()) {
      yaml.line(at + "- name: Nothing to " + what);
      yaml.line(at + "  ansible.builtin.meta: noop");
      return;
    }
    yaml.line(at + "- name: " + capitalized(what));
    yaml.line(at + "  ansible.netcommon.cli_config:");
    yaml.line(
        at
            + "    config: "
            + YamlLines.quote(
                "{{ lookup('ansible.builtin.file', playbook_dir ~ '/%s/%s.cfg') }}"
                    .formatted(PlanDocuments.folder(step), what)));
    for (String command : lines.save()) {
      yaml.line(at + "- name: Keep it over a restart");
      yaml.line(at + "  ansible.netcommon.cli_command:");
      yaml.line(at + "    command: " + YamlLines.quote(command));
    }
  }

  private static void cliChecks(YamlLines yaml, List<StepCheck> checks) {
    for (StepCheck check : checks) {
      yaml.line("    - name: Check");
      yaml.line("      ansible.netcommon.cli_command:");
      yaml.line("        command: " + YamlLines.quote(check.command()));
      yaml.line("      register: headroom_shown");
      yaml.line("    - name: The configuration has the step");
      yaml.line("      ansible.builtin.assert:");
      yaml.line("        that:");
      check.present().forEach(each -> yaml.line("          - " + YamlLines.quote(search(each))));
      check
          .absent()
          .forEach(each -> yaml.line("          - " + YamlLines.quote("not " + search(each))));
    }
  }

  /** Of the output with single blanks; in Jinja a backslash of a text is written twice. */
  private static String search(String pattern) {
    return "headroom_shown.stdout | regex_replace('[ \\t]+', ' ') is search('%s', multiline=True)"
        .formatted(pattern.replace("\\", "\\\\").replace("'", "\\'"));
  }

  /** A name of a device may have what Ansible takes for an expression. */
  private static String words(String text) {
    return text.replace("{", "(").replace("}", ")");
  }

  private static String capitalized(String word) {
    return Character.toUpperCase(word.charAt(0)) + word.substring(1);
  }
}

package dev.headroom.audit.emit;

import dev.headroom.formats.emit.ConfigSyntax;
import dev.headroom.formats.emit.EmittedFile;
import dev.headroom.formats.emit.JsonTableSyntax;
import dev.headroom.formats.emit.KeyValueSyntax;
import dev.headroom.formats.emit.PlacedStatement;
import dev.headroom.formats.emit.StatementEdit;
import dev.headroom.formats.emit.SwitchWriter;
import dev.headroom.formats.nic.NicLanguage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Checks of a plan's steps that a machine can make: the configuration has what the step wrote, and
 * no longer what it replaced. They do not show what the hardware does; the commands of {@code
 * EmittedStep.checks()} do.
 */
public final class StepChecks {
  private static final Pattern JSON_FIELD = Pattern.compile("\"([^\"]+)\": \"([^\"]*)\"");
  private static final Pattern WRITE = Pattern.compile("echo (\\S+) > (/\\S+)");
  private static final Pattern CM = Pattern.compile("cma_roce_tos -d (\\S+) -t (\\d+)");
  private static final Pattern PFC = Pattern.compile("mlnx_qos -i (\\S+) --pfc (\\S+)");
  private static final Pattern TRUST = Pattern.compile("mlnx_qos -i (\\S+) --trust (\\S+)");
  private static final Pattern MLNX_DSCP =
      Pattern.compile("mlnx_qos -i (\\S+) --dscp2prio set,(\\d+),(\\d)");
  private static final Pattern DCB_DSCP =
      Pattern.compile("dcb app replace dev (\\S+) dscp-prio (\\d+):(\\d)");
  private static final Pattern DCB_PFC =
      Pattern.compile("dcb pfc set dev (\\S+) prio-pfc all:off(.*)");
  private static final Pattern NICCLI_PFC =
      Pattern.compile("(niccli --dev .+) qos --pfc --enable ([0-7](?:,[0-7])*)");
  private static final Pattern MLNX_SHARES =
      Pattern.compile("mlnx_qos -i (\\S+) --prio_tc \\S+ --tsa (\\S+) --tcbw (\\S+)");
  private static final Pattern DCB_SHARES =
      Pattern.compile("dcb ets set dev (\\S+) prio-tc (.+) tc-tsa (.+) tc-bw (.+)");
  private static final Pattern NICCTL_PFC =
      Pattern.compile(
          "nicctl update qos (?:-p \\S+ )?pfc --priority (\\d) --no-drop (enable|disable)");
  private static final Pattern NICCTL_SHARES =
      Pattern.compile(
          "nicctl update qos (?:-p \\S+ )?scheduling --priority (\\S+) --dwrr (\\S+) --rate-limit (\\S+)");
  private static final Pattern MTU = Pattern.compile("ip link set dev (\\S+) mtu (\\d+)");
  private static final Pattern SPECIAL = Pattern.compile("[.\\[\\]{}()*+?^$|\\\\]");

  /** Commands that print a switch's configuration, by language. */
  private static final Map<String, String> CONFIGURATION =
      Map.of(
          "enterprise-sonic", "show running-configuration",
          "eos", "show running-config",
          "nxos", "show running-config",
          "os10", "show running-configuration",
          "onyx", "show running-config",
          "junos", "show configuration class-of-service | display set",
          "nvue", "nv config show -o commands");

  private StepChecks() {}

  public static List<StepCheck> of(PlanStep step) {
    return switch (step.language()) {
      case EmitLanguage.OfSwitch of -> ofSwitch(of.writer(), step.step().edits());
      case EmitLanguage.OfNic of -> ofNic(of.language(), step);
      case EmitLanguage.OfQos _ -> ofClasses(step.step().commands());
      case EmitLanguage.OfStack _ -> step.step().files().stream().map(StepChecks::lines).toList();
    };
  }

  // --- switches ---------------------------------------------------------------------------------

  private static List<StepCheck> ofSwitch(SwitchWriter writer, List<StatementEdit> edits) {
    ConfigSyntax syntax = writer.syntax();
    if (syntax instanceof JsonTableSyntax) {
      return fields(edits);
    }
    Set<String> present = new LinkedHashSet<>();
    Set<String> absent = new LinkedHashSet<>();
    for (StatementEdit edit : edits) {
      edit.replaced().forEach(each -> absent.addAll(writer.lines(each.text())));
    }
    for (StatementEdit edit : edits) {
      if (!edit.isRemoval()) {
        present.addAll(writer.lines(edit.text()));
        writer.lines(edit.text()).forEach(absent::remove);
      }
    }
    // The same words may stand in another part, where they stay.
    boolean isWhole = syntax instanceof KeyValueSyntax || !isIndented(edits);
    String command =
        syntax instanceof KeyValueSyntax of
            ? "cat " + of.file()
            : CONFIGURATION.getOrDefault(writer.word(), "show running-config");
    return List.of(
        new StepCheck(
            command,
            present.stream().map(StepChecks::line).toList(),
            isWhole ? absent.stream().map(StepChecks::line).toList() : List.of()));
  }

  private static boolean isIndented(List<StatementEdit> edits) {
    return edits.stream().anyMatch(edit -> !edit.place().equals(PlacedStatement.TOP));
  }

  /** A field each of SONiC's CONFIG_DB. */
  private static List<StepCheck> fields(List<StatementEdit> edits) {
    Map<String, StepCheck> checks = new LinkedHashMap<>();
    for (StatementEdit edit : edits) {
      for (PlacedStatement old : edit.replaced()) {
        field(
            old.text(),
            (name, _) -> {
              String command = hget(old.place(), name);
              checks.put(command, new StepCheck(command, List.of("^$"), List.of()));
            });
      }
      if (!edit.isRemoval()) {
        field(
            edit.text(),
            (name, value) -> {
              String command = hget(edit.place(), name);
              checks.put(command, new StepCheck(command, List.of(line(value)), List.of()));
            });
      }
    }
    return List.copyOf(checks.values());
  }

  private interface FieldUse {
    void accept(String name, String value);
  }

  private static void field(String statement, FieldUse use) {
    Matcher field = JSON_FIELD.matcher(statement);
    if (field.matches()) {
      use.accept(field.group(1), field.group(2));
    }
  }

  private static String hget(String row, String field) {
    return "sonic-db-cli CONFIG_DB HGET '%s' '%s'".formatted(row, field);
  }

  // --- hosts ------------------------------------------------------------------------------------

  private static List<StepCheck> ofNic(NicLanguage language, PlanStep step) {
    return switch (language) {
      case MLX5_SYSFS, MLX5_DEBUGFS, BNXT ->
          step.step().edits().stream()
              .map(edit -> value("cat " + edit.place(), edit.text()))
              .toList();
      case SYSCTL ->
          step.step().edits().stream()
              .map(edit -> {
                String[] parts = edit.text().split(" = ", 2);
                return value("sysctl -n " + parts[0], parts[1]);
              })
              .toList();
      case MLXCONFIG, IRDMA, AMD, ETHTOOL ->
          step.step().checks().stream()
              .map(command -> new StepCheck(command, List.of(), List.of()))
              .toList();
    };
  }

  private static StepCheck value(String command, String value) {
    return new StepCheck(command, List.of(line(value)), List.of());
  }

  private static List<StepCheck> ofClasses(List<String> commands) {
    List<StepCheck> checks = new ArrayList<>();
    for (String command : commands) {
      ofShares(command).ifPresent(checks::add);
      Matcher pfc = PFC.matcher(command);
      Matcher trust = TRUST.matcher(command);
      Matcher mlnxDscp = MLNX_DSCP.matcher(command);
      Matcher dcbDscp = DCB_DSCP.matcher(command);
      Matcher dcbPfc = DCB_PFC.matcher(command);
      Matcher write = WRITE.matcher(command);
      Matcher connections = CM.matcher(command);
      Matcher niccliPfc = NICCLI_PFC.matcher(command);
      Matcher mtu = MTU.matcher(command);
      if (niccliPfc.matches()) {
        checks.add(
            new StepCheck(
                niccliPfc.group(1) + " qos --ets --show",
                List.of("PFC enabled: %s( |$)".formatted(niccliPfc.group(2).replace(",", "[ ,]+"))),
                List.of()));
      } else if (mtu.matches()) {
        checks.add(
            new StepCheck(
                "ip link show dev " + mtu.group(1),
                List.of(" mtu " + mtu.group(2) + " "),
                List.of()));
      } else if (pfc.matches()) {
        checks.add(mlnx(pfc.group(1), "enabled " + pfc.group(2).replace(',', ' ')));
      } else if (trust.matches()) {
        checks.add(mlnx(trust.group(1), "Priority trust state: " + trust.group(2)));
      } else if (mlnxDscp.matches()) {
        int dscp = Integer.parseInt(mlnxDscp.group(2));
        checks.add(
            mlnx(
                mlnxDscp.group(1),
                "prio:%s dscp:([0-9,]*,)?%02d,".formatted(mlnxDscp.group(3), dscp)));
      } else if (dcbDscp.matches()) {
        checks.add(
            new StepCheck(
                "dcb app show dev " + dcbDscp.group(1),
                List.of("( |:)%s:%s( |$)".formatted(dcbDscp.group(2), dcbDscp.group(3))),
                List.of()));
      } else if (dcbPfc.matches()) {
        List<String> on = List.of(dcbPfc.group(2).strip().split("\\s+"));
        checks.add(
            new StepCheck(
                "dcb pfc show dev " + dcbPfc.group(1),
                on.stream().filter(each -> !each.isEmpty()).map(each -> " " + each).toList(),
                List.of()));
      } else if (write.matches()) {
        checks.add(
            new StepCheck(
                "cat " + write.group(2), List.of("(^|[^0-9])" + write.group(1) + "$"), List.of()));
      } else if (connections.matches()) {
        checks.add(value("cma_roce_tos -d " + connections.group(1), connections.group(2)));
      }
    }
    return merged(checks);
  }

  /** Each command runs once. */
  private static List<StepCheck> merged(List<StepCheck> checks) {
    Map<String, StepCheck> merged = new LinkedHashMap<>();
    for (StepCheck check : checks) {
      merged.merge(check.command(), check, StepChecks::both);
    }
    return List.copyOf(merged.values());
  }

  private static StepCheck both(StepCheck one, StepCheck other) {
    return new StepCheck(
        one.command(),
        Stream.concat(one.present().stream(), other.present().stream()).toList(),
        Stream.concat(one.absent().stream(), other.absent().stream()).toList());
  }

  /** Traffic classes, and PFC of single priorities. */
  private static Optional<StepCheck> ofShares(String command) {
    Matcher mlnx = MLNX_SHARES.matcher(command);
    Matcher dcb = DCB_SHARES.matcher(command);
    Matcher nicctl = NICCTL_SHARES.matcher(command);
    Matcher pfc = NICCTL_PFC.matcher(command);
    if (mlnx.matches()) {
      return Optional.of(mlnxShares(mlnx));
    }
    if (dcb.matches()) {
      List<String> tables = new ArrayList<>();
      for (int i = 2; i <= 4; i++) {
        tables.add(dcb.group(i) + "( |$)");
      }
      return Optional.of(new StepCheck("dcb ets show dev " + dcb.group(1), tables, List.of()));
    }
    if (nicctl.matches()) {
      return Optional.of(nicctlShares(nicctl));
    }
    if (pfc.matches()) {
      String row = "PFC no-drop priorities : (.*[^0-9])?" + pfc.group(1) + "([^0-9]|$)";
      boolean isOn = pfc.group(2).equals("enable");
      return Optional.of(
          new StepCheck(
              "nicctl show qos", isOn ? List.of(row) : List.of(), isOn ? List.of() : List.of(row)));
    }
    return Optional.empty();
  }

  private static StepCheck mlnxShares(Matcher command) {
    String[] algorithms = command.group(2).split(",");
    String[] percent = command.group(3).split(",");
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < algorithms.length; i++) {
      String share = algorithms[i].equals("ets") ? ", bw: " + percent[i] + "%" : "";
      rows.add("tc: %d ratelimit: .*, tsa: %s%s( |$)".formatted(i, algorithms[i], share));
    }
    return new StepCheck("mlnx_qos -i " + command.group(1), rows, List.of());
  }

  private static StepCheck nicctlShares(Matcher command) {
    String[] priorities = command.group(1).split(",");
    String[] percent = command.group(2).split(",");
    String[] limits = command.group(3).split(",");
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < priorities.length; i++) {
      rows.add(
          percent[i].equals("0") && !limits[i].equals("0")
              ? "^ ?%s [Ss]trict .*%s ?$".formatted(priorities[i], limits[i])
              : "^ ?%s DWRR %s ".formatted(priorities[i], percent[i]));
    }
    return new StepCheck("nicctl show qos", rows, List.of());
  }

  private static StepCheck mlnx(String netdev, String pattern) {
    return new StepCheck("mlnx_qos -i " + netdev, List.of(pattern), List.of());
  }

  private static StepCheck lines(EmittedFile file) {
    Set<String> lines = new TreeSet<>(file.text().lines().toList());
    return new StepCheck(
        "cat " + file.place(), lines.stream().map(StepChecks::line).toList(), List.of());
  }

  /** A whole line, whatever blanks begin and end it. */
  private static String line(String text) {
    return "^ ?"
        + SPECIAL.matcher(text.strip().replaceAll("\\s+", " ")).replaceAll("\\\\$0")
        + " ?$";
  }
}

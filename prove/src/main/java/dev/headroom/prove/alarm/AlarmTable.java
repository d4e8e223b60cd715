package dev.headroom.prove.alarm;

import dev.headroom.model.yaml.BlockKey;
import dev.headroom.model.yaml.BlockShape;
import dev.headroom.model.yaml.BlockValues;
import dev.headroom.model.yaml.BundledYamlFile;
import dev.headroom.model.yaml.ValueForms;
import dev.headroom.model.yaml.WordChoice;
import dev.headroom.prove.query.ExpressionParser;
import dev.headroom.prove.query.Metrics;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Table of all alarms ({@code alarms.yaml}). */
public final class AlarmTable {
  /** The priority that the table is written for: that of RoCE by custom. */
  public static final int PRIORITY = 3;

  private static final BlockKey<String> NAME =
      BlockKey.needed("name", ValueForms.line(), "the name, one word in camel case");
  private static final BlockKey<AlarmSeverity> SEVERITY =
      BlockKey.needed("severity", WordChoice.of(AlarmSeverity.class), "how bad it is");
  private static final BlockKey<String> EXPR =
      BlockKey.needed("expr", ValueForms.line(), "the condition");
  private static final BlockKey<String> PENDING =
      BlockKey.optional("pending", ValueForms.line(), "how long it must hold").or("0s");
  private static final BlockKey<String> HOLD =
      BlockKey.optional("hold", ValueForms.line(), "how long the alarm stays").or("10m");
  private static final BlockKey<String> SAYS =
      BlockKey.needed("says", ValueForms.line(), "what is the matter");
  private static final BlockKey<ValueUnit> UNIT =
      BlockKey.optional("unit", WordChoice.of(ValueUnit.class), "the unit of the value")
          .or(ValueUnit.NONE);
  private static final BlockKey<String> CAUSE =
      BlockKey.needed("cause", ValueForms.line(), "why it hurts");
  private static final BlockKey<String> FIX =
      BlockKey.needed("fix", ValueForms.line(), "what to do");
  private static final BlockKey<String> SOURCE =
      BlockKey.needed("source", ValueForms.line(), "the source of the threshold");
  private static final BlockKey<String> RULE =
      BlockKey.optional("rule", ValueForms.line(), "the audit's rule of the same thing");
  private static final BlockKey<List<String>> EXPLAINS =
      BlockKey.optional("explains", ValueForms.list(ValueForms.line()), "alarms that follow")
          .or(List.of());
  private static final BlockKey<Reach> REACH =
      BlockKey.optional("reach", WordChoice.of(Reach.class), "where they follow").or(Reach.DEVICE);
  private static final BlockKey<String> AT =
      BlockKey.optional("at", ValueForms.line(), "when the examples are looked at").or("20m");
  private static final BlockKey<List<String>> FIRES =
      BlockKey.needed("fires", ValueForms.list(ValueForms.line()), "series with the fault");
  private static final BlockKey<List<String>> SILENT =
      BlockKey.needed("silent", ValueForms.list(ValueForms.line()), "series without it");

  private static final BlockShape ALARM =
      new BlockShape(
          "an alarm",
          List.of(
              NAME, SEVERITY, EXPR, PENDING, HOLD, SAYS, UNIT, CAUSE, FIX, SOURCE, RULE, EXPLAINS,
              REACH, AT, FIRES, SILENT));
  private static final BlockKey<List<BlockValues>> ALARMS =
      BlockKey.needed("alarms", ValueForms.list(ALARM), "the alarms, the worst of a kind first");

  private static final List<AlarmRule> ALL =
      BundledYamlFile.read(
              AlarmTable.class, "alarms.yaml", new BlockShape("alarms", List.of(ALARMS)))
          .get(ALARMS)
          .stream()
          .map(row -> rule(row, PRIORITY))
          .toList();

  private AlarmTable() {}

  /** All alarms, for RDMA in priority 3. */
  public static List<AlarmRule> all() {
    return ALL;
  }

  /**
   * The same for RDMA in another priority.
   *
   * @param priority from 0 to 7
   */
  public static List<AlarmRule> all(int priority) {
    return priority == PRIORITY
        ? ALL
        : BundledYamlFile.read(
                AlarmTable.class, "alarms.yaml", new BlockShape("alarms", List.of(ALARMS)))
            .get(ALARMS)
            .stream()
            .map(row -> rule(row, priority))
            .toList();
  }

  /** Metrics that some alarms name, and how far back they look at each. */
  public static Map<String, Duration> metrics(List<AlarmRule> rules) {
    return Metrics.of(rules.stream().map(rule -> rule.condition().expression()).toList());
  }

  private static AlarmRule rule(BlockValues row, int priority) {
    String text = with(priority, row.get(EXPR));
    return new AlarmRule(
        row.get(NAME),
        row.get(SEVERITY),
        new AlarmRule.Condition(
            text,
            ExpressionParser.parse(text),
            ExpressionParser.duration(row.get(PENDING)),
            ExpressionParser.duration(row.get(HOLD))),
        new AlarmRule.Words(
            row.get(SAYS),
            row.get(UNIT),
            row.get(CAUSE),
            row.get(FIX),
            row.get(SOURCE),
            row.find(RULE)),
        new AlarmRule.Consequences(row.get(EXPLAINS), row.get(REACH)),
        new AlarmRule.Example(
            row.get(FIRES).stream().map(each -> with(priority, each)).toList(),
            row.get(SILENT).stream().map(each -> with(priority, each)).toList(),
            ExpressionParser.duration(row.get(AT))));
  }

  private static String with(int priority, String text) {
    return text.replace("prio" + PRIORITY, "prio" + priority)
        .replace("priority=\"" + PRIORITY + "\"", "priority=\"" + priority + "\"")
        .replace("queue=\"UC" + PRIORITY + "\"", "queue=\"UC" + priority + "\"");
  }
}

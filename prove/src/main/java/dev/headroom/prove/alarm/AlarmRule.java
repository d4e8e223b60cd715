package dev.headroom.prove.alarm;

import dev.headroom.prove.query.Expression;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Rule of an alarm.
 *
 * @param name one word in camel case, as Prometheus has them
 * @param condition when it fires and clears
 * @param words what it tells
 * @param consequences what follows from it
 * @param example series for which it fires, and for which it does not
 */
public record AlarmRule(
    String name,
    AlarmSeverity severity,
    Condition condition,
    Words words,
    Consequences consequences,
    Example example) {
  /**
   * Condition of an alarm.
   *
   * @param text the expression as Prometheus reads it
   * @param expression the same, parsed
   * @param pending how long it must hold before the alarm fires
   * @param hold how long the alarm stays after the condition ended
   */
  public record Condition(String text, Expression expression, Duration pending, Duration hold) {}

  /**
   * Words of an alarm.
   *
   * @param says what is the matter, with labels and the value in braces
   * @param unit of the value
   * @param cause why this hurts, and how it comes about
   * @param fix what to do
   * @param source where the threshold comes from
   * @param rule the audit's rule that judges the same thing in a bundle
   */
  public record Words(
      String says,
      ValueUnit unit,
      String cause,
      String fix,
      String source,
      Optional<String> rule) {}

  /**
   * Consequences of an alarm.
   *
   * @param explains alarms that are below it while it is there
   * @param reach of which machines
   */
  public record Consequences(List<String> explains, Reach reach) {}

  /**
   * Example in the notation of promtool: series with values of every 30 s.
   *
   * @param fires series for which the alarm is there
   * @param silent series for which it is not
   * @param at when to look, after the first values
   */
  public record Example(List<String> fires, List<String> silent, Duration at) {}
}

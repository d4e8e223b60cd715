package dev.headroom.prove.alarm;

import java.time.Instant;
import java.util.Map;
import java.util.SortedMap;

/**
 * Alarm that is there.
 *
 * @param rule whose
 * @param host the machine
 * @param labels of what part
 * @param hardware the device that its labels mean: an interface and the RDMA device on the same
 *     hardware are one; empty if they name none
 * @param value when the condition last held
 * @param since when it fired
 * @param last when the condition last held
 */
public record Alarm(
    AlarmRule rule,
    String host,
    SortedMap<String, String> labels,
    String hardware,
    double value,
    Instant since,
    Instant last) {
  /** What is the matter, with the names and the value. */
  public String text() {
    String text = rule.words().says().replace("{value}", rule.words().unit().show(value));
    for (Map.Entry<String, String> each : labels.entrySet()) {
      text = text.replace("{" + each.getKey() + "}", each.getValue());
    }
    return text;
  }

  /** Machine and device: {@code gpu-7 mlx5_0}. */
  public String place() {
    return hardware.isEmpty() ? host : host + " " + hardware;
  }

  /** Whether another alarm follows from this one. */
  boolean explains(Alarm other) {
    if (!rule.consequences().explains().contains(other.rule().name())) {
      return false;
    }
    return switch (rule.consequences().reach()) {
      case FABRIC -> true;
      case HOST -> host.equals(other.host());
      case DEVICE ->
          host.equals(other.host())
              && (hardware.equals(other.hardware())
                  || hardware.isEmpty()
                  || other.hardware().isEmpty());
    };
  }
}

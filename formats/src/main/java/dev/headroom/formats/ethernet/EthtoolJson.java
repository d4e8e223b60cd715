package dev.headroom.formats.ethernet;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.TextLine;

/**
 * Reader of {@code ethtool --json} with {@code -a}, {@code --show-fec}, {@code -c} and {@code -g},
 * with the keys of the text output. Names: ethtool, {@code netlink/coalesce.c} and {@code rings.c}.
 */
public final class EthtoolJson {
  private EthtoolJson() {}

  /**
   * Says a member again that the text names otherwise.
   *
   * @param netdev that the object is part of; blank if of none
   * @param path of the object or list
   * @param pauses whether the object says how pauses are negotiated, as that of {@code -a} does
   * @param interrupts whether the object says delays of interrupts, as that of {@code -c} does; its
   *     member {@code rx} is the adaptive delay
   * @param rings whether the object is that of {@code -g}
   */
  public static void addNormalized(
      TextLine line,
      String netdev,
      String path,
      boolean pauses,
      boolean interrupts,
      boolean rings,
      String key,
      String value,
      FactSink sink) {
    if (netdev.isEmpty()) {
      return;
    }
    Subject subject = Subject.netdev(netdev);
    if (pauses && (key.equals("rx") || key.equals("tx"))) {
      sink.add(line, subject, "pause." + key, word(value));
    } else if (rings && key.equals("rx")) {
      sink.add(line, subject, "rings.rx", value);
    } else if (interrupts && key.equals("rx")) {
      sink.add(line, subject, "coalesce.adaptive-rx", word(value));
    } else if (interrupts && key.matches("rx-usecs|rx-frames")) {
      sink.add(line, subject, "coalesce." + key, value);
    } else if (path.endsWith("|active") && key.equals("0")) {
      sink.add(line, subject, "fec.active-fec-encoding", value);
    }
  }

  private static String word(String value) {
    return switch (value) {
      case "true" -> "on";
      case "false" -> "off";
      default -> value;
    };
  }
}

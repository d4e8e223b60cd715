package dev.headroom.formats.ethernet;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.TextLine;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code dcb -j}: lists by priority, with the keys of {@code mlnx_qos} that {@link
 * DcbReader} uses for the text. Only the command names the interface.
 */
public final class DcbJson {
  private static final Pattern COMMAND =
      Pattern.compile("\\bdcb\\b.* (?:-j|-json|-jp|-pj)\\b.* dev ([\\w.-]{1,40})");
  private static final Pattern SORTED = Pattern.compile("dscp_prio\\|\\d{1,3}");

  private DcbJson() {}

  /** The interface that a command asked dcb of. */
  public static Optional<Subject> netdev(String command) {
    Matcher asked = COMMAND.matcher(command);
    return asked.find() ? Optional.of(Subject.netdev(asked.group(1))) : Optional.empty();
  }

  /**
   * Says a value of a list.
   *
   * @param path of the list
   * @param key place in it
   * @param others the other values of the list by their place, blank where there is none
   */
  public static void addListValue(
      TextLine line,
      Subject netdev,
      String path,
      String key,
      String value,
      UnaryOperator<String> others,
      FactSink sink) {
    switch (path) {
      case "prio_pfc" ->
          sink.add(
              line,
              netdev,
              "qos.priority." + key + ".pfc",
              switch (value) {
                case "true", "on" -> "1";
                case "false", "off" -> "0";
                default -> value;
              });
      case "prio_tc" -> sink.add(line, netdev, "qos.priority." + key + ".tc", value);
      case "tc_tsa" -> sink.add(line, netdev, "qos.tc." + key + ".tsa", value);
      case "order" -> {
        if (key.equals("0")) {
          sink.add(line, netdev, "qos.trust", value);
        }
      }
      default -> {
        if (key.equals("1") && SORTED.matcher(path).matches()) {
          sink.add(line, netdev, "qos.dscp." + others.apply("0") + ".priority", value);
        }
      }
    }
    if (!path.isEmpty()) {
      sink.add(line, netdev, "dcb." + path.replace('|', '.') + "." + key, value);
    }
  }
}

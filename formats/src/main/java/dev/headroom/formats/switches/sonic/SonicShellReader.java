package dev.headroom.formats.switches.sonic;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.ValueParser;
import dev.headroom.formats.read.ContiguousReader;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of QoS outputs of Enterprise SONiC's shell (Dell, Broadcom): {@code show qos wred-policy},
 * {@code show qos map}, {@code show qos interface}, {@code show buffer pool} and {@code profile}.
 * Each is told as the row of CONFIG_DB behind it. Forms: SONiC's management framework, QoS and RoCE
 * HLDs, and Dell's Ansible collection {@code enterprise_sonic}.
 */
public final class SonicShellReader extends ContiguousReader {
  /** Of a port: whether its watchdog works, all switches taken together. */
  static final String WATCHDOG_STATUS = "pfcwd.status";

  private static final Pattern RULER = Pattern.compile("\\s*-{20,}\\s*");
  private static final Pattern CURVE =
      Pattern.compile("\\s*(?:Policy|Profile)\\s+: ([\\w.:-]{1,80})\\s*");
  private static final Pattern MAP =
      Pattern.compile("\\s*([A-Za-z0-9-]{2,40})-MAP: ([\\w.:-]+)\\s*");
  private static final Pattern PAIR = Pattern.compile("\\s*([\\d,-]{1,20})\\s+(\\d{1,3})\\s*");
  private static final Pattern HEADING =
      Pattern.compile(
          "\\s*(?:DSCP|DOT1P|TC|PFC Priority|PG|Queue)\\s+(?:TC|PG|Queue|DSCP|DOT1P)\\s*");
  private static final Pattern BUFFER = Pattern.compile("(Pool|Profile) ([\\w.-]{1,80}):\\s*");
  private static final Pattern SETTING =
      Pattern.compile("\\s*([A-Za-z][\\w -]{1,40}?)\\s*: (.{1,80})");
  private static final Pattern OF_PORT =
      Pattern.compile(
          "\\s+(?:scheduler policy|pfc-priority|(?:dscp|dot1p|tc|pfc-priority)-[a-z0-9]{2,5}-map|interface queue \\d config)\\s*:.*");
  private static final Pattern QUEUE = Pattern.compile("\\s+interface queue (\\d) config:\\s*");
  private static final Pattern WATCHDOG = Pattern.compile("\\s+PFC Watchdog\\s*");
  private static final Pattern COMMAND =
      Pattern.compile("\\bshow qos interface (Eth\\w*) ?([\\d/]*)");
  private static final Pattern AMOUNT = Pattern.compile("(\\d{1,15})\\s+(KBytes|[Bb]ytes)");

  public SonicShellReader() {
    super(
        FormatKind.of(
            "sonic-shell",
            "WRED profiles, QoS maps and buffers of a switch, and their use by ports",
            "show qos wred-policy, show qos map, show qos interface, show buffer of Enterprise SONiC",
            IgnoredLine.of("\\s*-{20,}\\s*", "ruler"),
            IgnoredLine.of(
                "\\s*(?:DSCP|DOT1P|TC|PFC Priority)\\s+[A-Z][A-Za-z0-9]{1,6}\\s*", "heading"),
            IgnoredLine.of("\\s+PFC Watchdog\\s*", "heading")));
  }

  @Override
  protected List<String> clues() {
    return List.of(
        "--------------------",
        "-MAP: ",
        "Pool ",
        "Profile ",
        "scheduler policy",
        "pfc-priority",
        "-map",
        "interface queue ");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    if (text.length() > 100) {
      return false;
    }
    String next = document.text(at + 1);
    return (isRuler(text) && CURVE.matcher(next).matches() && isRuler(document.text(at + 2)))
        || (text.contains("-MAP: ") && MAP.matcher(text).matches() && isRuler(next))
        || (BUFFER.matcher(text).matches() && SETTING.matcher(next).matches())
        || OF_PORT.matcher(text).matches();
  }

  private static boolean isRuler(String text) {
    return text.length() < 100 && RULER.matcher(text).matches();
  }

  @Override
  protected boolean continues(TextLine line) {
    String text = line.text();
    return text.length() < 130
        && (isRuler(text)
            || SETTING.matcher(text).matches()
            || PAIR.matcher(text).matches()
            || HEADING.matcher(text).matches()
            || QUEUE.matcher(text).matches()
            || WATCHDOG.matcher(text).matches());
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Optional<Subject> row = Optional.empty();
    String pauses = "";
    for (TextLine line : block) {
      Optional<Subject> begun = heads(line, block, sink);
      if (begun.isPresent()) {
        row = begun;
        continue;
      }
      Matcher pair = PAIR.matcher(line.text());
      Matcher setting = SETTING.matcher(line.text());
      if (pair.matches() && row.isPresent()) {
        sink.add(line, row.get(), pair.group(1), pair.group(2));
      } else if (setting.matches()) {
        Subject of = row.orElseGet(() -> SonicShowTables.row("PORT_QOS_MAP", port(block)));
        String name = setting.group(1).strip().toLowerCase(Locale.ROOT);
        String value = bytes(setting.group(2).strip());
        pauses = name.equals("pfc-priority") ? value : pauses;
        if (name.equals("status")) {
          sink.add(line, of, "pfcwd_sw_enable", watched(value, pauses));
          sink.add(line, of, WATCHDOG_STATUS, value);
        } else {
          sink.add(line, of, field(name), value);
        }
      }
    }
  }

  /** The row that the lines below are about, where this line says so. */
  private static Optional<Subject> heads(TextLine line, LineBlock block, FactSink sink) {
    Matcher curve = CURVE.matcher(line.text());
    Matcher map = MAP.matcher(line.text());
    Matcher buffer = BUFFER.matcher(line.text());
    Matcher queue = QUEUE.matcher(line.text());
    Optional<Subject> row = Optional.empty();
    if (curve.matches()) {
      row = Optional.of(SonicShowTables.row("WRED_PROFILE", curve.group(1)));
    } else if (map.matches()) {
      row = Optional.of(SonicShowTables.row(table(map.group(1)), map.group(2)));
    } else if (buffer.matches()) {
      row =
          Optional.of(
              SonicShowTables.row(
                  buffer.group(1).equals("Pool") ? "BUFFER_POOL" : "BUFFER_PROFILE",
                  buffer.group(2)));
    } else if (queue.matches()) {
      row = Optional.of(SonicShowTables.row("QUEUE", port(block) + "|" + queue.group(1)));
    }
    row.ifPresent(subject -> sink.add(line, subject, "present", "yes"));
    return row;
  }

  /** {@code Ethernet0} of {@code show qos interface Ethernet 0}. */
  private static String port(LineBlock block) {
    Matcher command = COMMAND.matcher(block.command());
    return command.find() ? command.group(1) + command.group(2) : "unnamed";
  }

  /** The watchdog of a port is on for all that it pauses, or for nothing. */
  private static String watched(String status, String pauses) {
    return switch (status) {
      case "on" -> pauses;
      case "off" -> "none";
      default -> status;
    };
  }

  private static String table(String map) {
    return switch (map.toUpperCase(Locale.ROOT)) {
      case "DSCP-TC" -> "DSCP_TO_TC_MAP";
      case "DOT1P-TC" -> "DOT1P_TO_TC_MAP";
      case "TC-QUEUE", "TC-Q" -> "TC_TO_QUEUE_MAP";
      case "TC-PG", "TC-PRIORITY-GROUP" -> "TC_TO_PRIORITY_GROUP_MAP";
      default -> map.toUpperCase(Locale.ROOT).replace('-', '_') + "_MAP";
    };
  }

  private static String field(String name) {
    return switch (name) {
      case "dscp-tc-map" -> "dscp_to_tc_map";
      case "dot1p-tc-map" -> "dot1p_to_tc_map";
      case "tc-queue-map" -> "tc_to_queue_map";
      case "tc-pg-map" -> "tc_to_pg_map";
      case "pfc-priority-queue-map" -> "pfc_to_queue_map";
      case "pfc-priority" -> "pfc_enable";
      case "green-min-threshold" -> "green_min_threshold";
      case "green-max-threshold" -> "green_max_threshold";
      case "shared head room", "pause threshold", "pause_threshold" -> "xoff";
      case "dynamic threshold", "dynamic_threshold" -> "dynamic_th";
      case "static threshold", "static_threshold" -> "static_th";
      default -> name.replace(' ', '_').replace('-', '_');
    };
  }

  /** Bytes of {@code 1048 KBytes}: a thousand each, as the framework divides. Else as it stands. */
  private static String bytes(String text) {
    Matcher amount = AMOUNT.matcher(text);
    if (!amount.matches()) {
      return text;
    }
    long number = ValueParser.wholeNumber(amount.group(1)).orElse(0L);
    return Long.toString(amount.group(2).equals("KBytes") ? number * 1000 : number);
  }
}

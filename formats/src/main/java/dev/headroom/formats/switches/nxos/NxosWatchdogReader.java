package dev.headroom.formats.switches.nxos;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.rdma.RdmaKeys;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.KeySlug;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import dev.headroom.formats.switches.SwitchPortSubject;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code show queuing pfc-queue detail} of NX-OS: state of a port's PFC watchdog, and for
 * each class its shutdowns and dropped packets.
 */
public final class NxosWatchdogReader extends FormatReader {
  private static final Pattern TITLE =
      Pattern.compile(
          "\\s*(Ethernet\\d[\\d/]{0,12}) Interface PFC watchdog: \\[(Enabled|Disabled)\\]\\s*");
  private static final Pattern FIELD =
      Pattern.compile("\\s*(Disable-action|PFC watch-?dog [\\w -]{4,40}?)\\s*:\\s*(\\S.*?)\\s*");
  private static final Pattern GROUP =
      Pattern.compile(
          "\\s*\\|\\s+QOS GROUP (\\d) \\[(\\w{2,20})\\s*\\]\\s+PFC \\[(\\w{2,3})\\s*\\]\\s+PFC-COS \\[(\\d|-)\\s*\\]\\s*\\|?\\s*");
  private static final Pattern COUNT =
      Pattern.compile("\\s*\\|\\s*([A-Za-z][A-Za-z +]{3,40}?)\\s*\\|\\s*(\\d{1,20})\\s*\\|\\s*");
  private static final Pattern HEADING = Pattern.compile("\\s*\\|\\s*\\|\\s+Stats\\s+\\|\\s*");
  private static final String RULER = "\\s*[+|]-{8,}[-+|]*\\s*";

  public NxosWatchdogReader() {
    super(
        FormatKind.of(
            "nxos-pfc-watchdog",
            "actions of the PFC watchdog of a switch's port",
            "show queuing pfc-queue detail of NX-OS",
            IgnoredLine.of(RULER, "ruler"),
            IgnoredLine.of("\\s*\\|\\s*\\|\\s+Stats\\s+\\|\\s*", "heading")));
  }

  @Override
  protected List<String> clues() {
    return List.of("PFC watchdog: [", "PFC-COS [");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return text.length() < 200
        && ((text.contains("PFC watchdog: [") && TITLE.matcher(text).matches())
            || (text.contains("PFC-COS [") && GROUP.matcher(text).matches()));
  }

  @Override
  protected boolean continues(TextLine line) {
    String text = line.text();
    return text.length() < 200
        && (text.matches(RULER)
            || List.of(TITLE, FIELD, GROUP, COUNT, HEADING).stream()
                .anyMatch(pattern -> pattern.matcher(text).matches()));
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    return endOfParts(document, at);
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Subject port = new Subject(SubjectKind.SWITCH_PORT, "port");
    String group = "";
    for (TextLine line : block) {
      Matcher title = TITLE.matcher(line.text());
      Matcher field = FIELD.matcher(line.text());
      Matcher of = GROUP.matcher(line.text());
      Matcher count = COUNT.matcher(line.text());
      if (title.matches()) {
        port = SwitchPortSubject.of(title.group(1));
        sink.add(line, port, "watchdog", title.group(2));
      } else if (of.matches()) {
        group = "watchdog.group-" + of.group(1) + ".";
        sink.add(line, port, group + "status", of.group(2));
        sink.add(line, port, group + "pfc", of.group(3));
        sink.add(line, port, group + "cos", of.group(4));
      } else if (field.matches()) {
        sink.add(line, port, "watchdog." + KeySlug.of(field.group(1)), field.group(2));
      } else if (count.matches()) {
        sink.add(line, port, RdmaKeys.counter(group + KeySlug.of(count.group(1))), count.group(2));
      }
    }
  }
}

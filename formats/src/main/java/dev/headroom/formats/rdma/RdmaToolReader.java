package dev.headroom.formats.rdma;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.ContiguousReader;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.OutputCompleteness;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code rdma link}, {@code rdma dev}, {@code rdma statistic}, {@code rdma resource}, as
 * text.
 */
public final class RdmaToolReader extends ContiguousReader {
  private static final Pattern LINK =
      Pattern.compile(
          "\\s*(?:link |(\\d{1,4}/\\d{1,3}): )([A-Za-z][\\w.-]*)/(\\d{1,3}):?\\s+([A-Za-z]\\w*\\s.*)");
  private static final Pattern DEVICE =
      Pattern.compile(
          "\\s*(\\d{1,4}): ([A-Za-z][\\w.-]*): ((?:node_type|pd|qp|cq|mr|cm_id|ctx) .*)");

  /** {@code rdma -p statistic}: a port by itself, and below it a counter a line. */
  private static final Pattern BARE_LINK =
      Pattern.compile("\\s*link ([A-Za-z][\\w.-]*)/(\\d{1,3})\\s*");

  private static final Pattern VALUE =
      Pattern.compile("\\s+([A-Za-z][\\w ./-]{0,60}?)\\s+(\\d{1,20})\\s*");

  /** A counter whose name may be of several words, as those of irdma are. */
  private static final Pattern COUNTER =
      Pattern.compile("([A-Za-z][\\w./-]*(?: [A-Za-z][\\w./-]*){0,7}) (\\d{1,20})(?: |$)");

  /** Counters have names of several words; resources are these. */
  private static final String NAME =
      "(?:[A-Za-z][A-Za-z\\d]{0,40}_\\w{1,60}|[A-Za-z][a-z\\d]{0,20}[A-Z]\\w{0,60}|lifespan|pd|cq|qp|mr|ctx|srq|mw)";

  /** What a terminal or a writer has wrapped: two counters or more, and no name before them. */
  private static final Pattern WRAPPED =
      Pattern.compile("\\s*(" + NAME + "\\s+\\d{1,20}(?:\\s+" + NAME + "\\s+\\d{1,20}){1,60})\\s*");

  private static final Pattern SYSTEM = Pattern.compile("\\s*netns (shared|exclusive)\\b(.*)");

  public RdmaToolReader() {
    super(
        FormatKind.of(
            "rdma",
            "RDMA links, devices, statistics and resources",
            "rdma link, rdma dev, rdma statistic, rdma resource, rdma system"));
  }

  @Override
  protected List<String> clues() {
    return List.of(
        "link ", "netns ", "0: ", "1: ", "2: ", "3: ", "4: ", "5: ", "6: ", "7: ", "8: ", "9: ");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return LINK.matcher(text).matches()
        || DEVICE.matcher(text).matches()
        || SYSTEM.matcher(text).matches()
        || (BARE_LINK.matcher(text).matches()
            && at + 1 < document.size()
            && VALUE.matcher(document.text(at + 1)).matches());
  }

  @Override
  protected boolean continues(TextLine line) {
    return LINK.matcher(line.text()).matches()
        || DEVICE.matcher(line.text()).matches()
        || BARE_LINK.matcher(line.text()).matches()
        || VALUE.matcher(line.text()).matches()
        || WRAPPED.matcher(line.text()).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Optional<Subject> above = Optional.empty();
    for (TextLine line : block) {
      Matcher bare = BARE_LINK.matcher(line.text());
      Matcher value = VALUE.matcher(line.text());
      Matcher wrapped = WRAPPED.matcher(line.text());
      Matcher link = LINK.matcher(line.text());
      Matcher device = DEVICE.matcher(line.text());
      Matcher system = SYSTEM.matcher(line.text());
      if (link.matches()) {
        Subject port = Subject.port(link.group(2), link.group(3));
        sink.add(line, Subject.rdma(link.group(2)), "present", "yes");
        listed(block, line, link.group(2), link.group(4).startsWith("state "), sink);
        if (link.group(1) != null) {
          sink.add(line, port, "index", link.group(1));
        }
        pairs(line, port, link.group(4), sink);
        above = Optional.of(port);
      } else if (device.matches()) {
        above = Optional.of(Subject.rdma(device.group(2)));
        sink.add(line, Subject.rdma(device.group(2)), "index", device.group(1));
        listed(block, line, device.group(2), device.group(3).startsWith("node_type "), sink);
        pairs(line, Subject.rdma(device.group(2)), device.group(3), sink);
      } else if (system.matches()) {
        sink.add(line, Subject.host(), "rdma.netns", system.group(1));
        pairs(line, Subject.host(), system.group(2), sink);
      } else if (bare.matches()) {
        sink.add(line, Subject.rdma(bare.group(1)), "present", "yes");
        above = Optional.of(Subject.port(bare.group(1), bare.group(2)));
      } else if (wrapped.matches() && above.isPresent()) {
        pairs(line, above.get(), wrapped.group(1), sink);
      } else if (value.matches() && above.isPresent()) {
        say(line, above.get(), value.group(1), value.group(2), sink);
      }
    }
  }

  /** Links with their states and devices with their types are listed; statistics are picked. */
  private static void listed(
      LineBlock block, TextLine line, String name, boolean isList, FactSink sink) {
    if (isList && OutputCompleteness.listsAll(block, name)) {
      sink.add(line, Subject.host(), RdmaKeys.DEVICES_LISTED, "rdma");
    }
  }

  private static void pairs(TextLine line, Subject subject, String text, FactSink sink) {
    String[] words = text.strip().split("\\s+");
    if (hasLongNames(words)) {
      Matcher counter = COUNTER.matcher(String.join(" ", words));
      while (counter.find()) {
        say(line, subject, counter.group(1), counter.group(2), sink);
      }
      return;
    }
    for (int i = 0; i + 1 < words.length; i += 2) {
      say(line, subject, words[i], words[i + 1], sink);
    }
    if (words.length % 2 == 1 && !words[words.length - 1].isEmpty()) {
      sink.add(line, subject, "more", words[words.length - 1]);
    }
  }

  /** Whether a number stands where a name would, if each name were one word. */
  private static boolean hasLongNames(String[] words) {
    for (int i = 0; i < words.length; i += 2) {
      if (words[i].matches("\\d+")) {
        return true;
      }
    }
    return false;
  }

  private static void say(
      TextLine line, Subject subject, String word, String value, FactSink sink) {
    boolean ofPort = subject.kind() == SubjectKind.PORT;
    switch (word) {
      case "state" -> sink.add(line, subject, RdmaKeys.STATE, RdmaKeys.state(value));
      case "physical_state" ->
          sink.add(line, subject, RdmaKeys.PHYSICAL_STATE, RdmaKeys.state(value));
      case "netdev" -> sink.add(line, subject, RdmaKeys.NETDEV, value);
      case "fw" -> sink.add(line, subject, RdmaKeys.FIRMWARE, value);
      case "node_guid" -> sink.add(line, subject, RdmaKeys.NODE_GUID, RdmaKeys.guid(value));
      case "sys_image_guid" -> sink.add(line, subject, RdmaKeys.SYSTEM_GUID, RdmaKeys.guid(value));
      case "lid" -> sink.add(line, subject, RdmaKeys.LID, value);
      case "sm_lid" -> sink.add(line, subject, RdmaKeys.SM_LID, value);
      default -> {
        boolean counter = ofPort && value.matches("\\d+") && !"lmc".equals(word);
        sink.add(line, subject, counter ? RdmaKeys.counter(word) : word, value);
      }
    }
  }
}

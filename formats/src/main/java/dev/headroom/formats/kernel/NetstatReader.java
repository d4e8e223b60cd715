package dev.headroom.formats.kernel;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.rdma.RdmaKeys;
import dev.headroom.formats.read.ContiguousReader;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.KeySlug;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code netstat -s}: counters of the kernel's network stack in words, by protocol,
 * complete or filtered by grep. Counters that {@link NetstatCounterNames} knows have the kernel's
 * names, as {@code nstat} prints them.
 */
public final class NetstatReader extends ContiguousReader {
  private static final Pattern PROTOCOL =
      Pattern.compile(
          "(Ip6?|Icmp6?|IcmpMsg|Icmp6Msg|Tcp|Udp6?|UdpLite6?|TcpExt|IpExt|MPTcpExt|Sctp):\\s*");
  private static final Pattern PART =
      Pattern.compile("\\s{4,}(ICMP (?:input|output) histogram):\\s*");
  private static final Pattern SETTING =
      Pattern.compile("\\s{4,}(Forwarding|RTO algorithm) is (\\w+)\\s*");
  private static final Pattern NUMBER = Pattern.compile("(?<![\\w.-])\\d{1,20}(?![\\w.-])");
  private static final int LONGEST = 140;
  private static final int LONGEST_PROTOCOL = 10;

  public NetstatReader() {
    super(
        FormatKind.of(
            "netstat", "counters of the kernel's network stack, with text labels", "netstat -s"));
  }

  /** A line with one number in it, and what it says besides. */
  private record Count(String words, String value) {

    static Optional<Count> of(String text) {
      if (text.length() > LONGEST) {
        return Optional.empty();
      }
      Matcher number = NUMBER.matcher(text);
      if (!number.find()) {
        return Optional.empty();
      }
      String value = number.group();
      String before = text.substring(0, number.start()).strip();
      String after = text.substring(number.end()).strip();
      String words = (before + " " + after).strip();
      return words.isEmpty() || number.find() || after.startsWith(":")
          ? Optional.empty()
          : Optional.of(new Count(words.replaceFirst("[.:]$", ""), value));
    }
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return isTitle(text)
        ? document.text(at + 1).startsWith("    ") && continues(document.line(at + 1))
        : alone(text).isPresent();
  }

  private static boolean isTitle(String text) {
    int colon = text.indexOf(':');
    return colon > 0 && colon < LONGEST_PROTOCOL && PROTOCOL.matcher(text).matches();
  }

  /** Which protocol's counter a line is that stands without a title. */
  private static Optional<String> alone(String text) {
    return text.length() > 20 && text.length() < LONGEST && beginsWithNumber(text)
        ? Count.of(text).flatMap(count -> NetstatCounterNames.protocolOf(count.words()))
        : Optional.empty();
  }

  private static boolean beginsWithNumber(String text) {
    int at = 0;
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
    return at < text.length() && Character.isDigit(text.charAt(at));
  }

  @Override
  protected boolean continues(TextLine line) {
    String text = line.text();
    return PROTOCOL.matcher(text).matches()
        || (line.indent() >= 4
            && (Count.of(text).isPresent()
                || PART.matcher(text).matches()
                || SETTING.matcher(text).matches()))
        || alone(text).isPresent();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    String protocol = "";
    String part = "";
    for (TextLine line : block) {
      Matcher title = PROTOCOL.matcher(line.text());
      Matcher histogram = PART.matcher(line.text());
      Matcher setting = SETTING.matcher(line.text());
      if (title.matches()) {
        protocol = title.group(1);
        part = "";
        sink.add(line, Subject.host(), "netstat", protocol);
      } else if (histogram.matches()) {
        part = KeySlug.of(histogram.group(1)) + ".";
        sink.add(line, Subject.host(), "netstat.part", part);
      } else if (setting.matches()) {
        sink.add(line, Subject.host(), "netstat." + KeySlug.of(setting.group(1)), setting.group(2));
      } else {
        part = line.indent() < 8 ? "" : part;
        String name = protocol.isEmpty() ? alone(line.text()).orElse("") : protocol;
        count(line, name, part, sink);
      }
    }
  }

  /** {@code TCPTimeouts: 3} has the kernel's name already. */
  private static void count(TextLine line, String protocol, String part, FactSink sink) {
    Count.of(line.text())
        .ifPresent(count -> {
          boolean named = count.words().matches("[A-Z]\\w+") && line.text().contains(":");
          String name =
              NetstatCounterNames.of(protocol, count.words())
                  .orElse(
                      named
                          ? protocol + count.words()
                          : "netstat."
                              + KeySlug.of(protocol)
                              + "."
                              + part
                              + KeySlug.of(count.words()));
          sink.add(line, Subject.host(), RdmaKeys.counter(name), count.value());
        });
  }
}

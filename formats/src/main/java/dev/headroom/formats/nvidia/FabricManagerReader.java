package dev.headroom.formats.nvidia;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.ContiguousReader;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the log of NVIDIA's fabric manager, which starts and monitors NVSwitches: its own file
 * ({@code /var/log/fabricmanager.log}), and the journal of its service.
 */
public final class FabricManagerReader extends ContiguousReader {
  private static final Pattern OWN =
      Pattern.compile(
          "\\s*\\[([A-Z][a-z]{2} \\d\\d \\d{4} \\d\\d:\\d\\d:\\d\\d)\\] \\[([A-Z]{4,8})\\]\\s+\\[tid (\\d{1,10})\\]\\s+(\\S.*)");
  private static final Pattern JOURNAL =
      Pattern.compile(
          "\\s*(\\S.{3,40}?)\\s+([\\w.-]{1,64})\\s+(nv-fabricmanager|nvidia-fabricmanager-start\\.sh)\\[(\\d{1,10})\\]:\\s+(\\S.*)");

  /** As wrappers in containers and talosctl print it: who speaks, after a time and a node. */
  private static final Pattern NAMED =
      Pattern.compile(
          "\\s*`?(?:([\\w.-]{1,64}): )?(?:(\\d{4}/\\d\\d/\\d\\d \\d\\d:\\d\\d:\\d\\d) )?((?:/usr/bin/)?nv-fabricmanager|nvidia-fabricmanager-wrapper|nvlsm): (\\S.*)");

  /** What it says before it has a log, with nothing that says who speaks. */
  private static final Pattern BARE =
      Pattern.compile(
          "\\s*`?(?:([\\w.-]{1,64}): )?(fabric manager (?:NVIDIA GPU driver|config file item) ?\\S.*)");

  public FabricManagerReader() {
    super(
        FormatKind.of(
            "fabric-manager",
            "messages of NVIDIA's fabric manager",
            "/var/log/fabricmanager.log, journalctl -u nvidia-fabricmanager"));
  }

  @Override
  protected List<String> clues() {
    return List.of("[tid ", "fabricmanager", "nvlsm: ", "fabric manager ");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return isMessage(document.text(at));
  }

  private static boolean isMessage(String text) {
    return (text.contains("[tid ") && OWN.matcher(text).matches())
        || (text.contains("fabricmanager")
            && (JOURNAL.matcher(text).matches() || NAMED.matcher(text).matches()))
        || (text.contains("nvlsm: ") && NAMED.matcher(text).matches())
        || (text.contains("fabric manager ") && BARE.matcher(text).matches());
  }

  @Override
  protected boolean continues(TextLine line) {
    return isMessage(line.text());
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    for (TextLine line : block) {
      Subject event = new Subject(SubjectKind.EVENT, String.valueOf(line.number()));
      Matcher own = OWN.matcher(line.text());
      Matcher journal = JOURNAL.matcher(line.text());
      if (own.matches()) {
        sink.add(line, event, "time", own.group(1));
        sink.add(line, event, "level", own.group(2));
        sink.add(line, event, "thread", own.group(3));
        sink.add(line, event, "fabric-manager", own.group(4));
      } else if (journal.matches()) {
        sink.add(line, event, "time", journal.group(1));
        sink.add(line, event, "host", journal.group(2));
        sink.add(line, event, "program", journal.group(3));
        sink.add(line, event, "thread", journal.group(4));
        sink.add(line, event, "fabric-manager", journal.group(5));
      } else {
        unheaded(line, event, sink);
      }
    }
  }

  private static void unheaded(TextLine line, Subject event, FactSink sink) {
    Matcher named = NAMED.matcher(line.text());
    Matcher bare = BARE.matcher(line.text());
    if (named.matches()) {
      host(line, event, named.group(1), sink);
      if (named.group(2) != null) {
        sink.add(line, event, "time", named.group(2));
      }
      sink.add(line, event, "program", named.group(3));
      sink.add(line, event, "fabric-manager", named.group(4));
    } else if (bare.matches()) {
      host(line, event, bare.group(1), sink);
      sink.add(line, event, "fabric-manager", bare.group(2));
    }
  }

  private static void host(TextLine line, Subject event, @Nullable String host, FactSink sink) {
    if (host != null) {
      sink.add(line, event, "host", host);
    }
  }
}

package dev.headroom.formats.rdma;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of lists of hosts and their adapters' GUIDs, as gathered over a cluster with ibstat. */
public final class HostGuidsReader extends FormatReader {
  private static final Pattern HOST = Pattern.compile("VM_hostname\\s+(\\S+)\\s*");
  private static final Pattern GUID = Pattern.compile("\\s*((?:0x)?[0-9a-f]{16})\\s*");

  public HostGuidsReader() {
    super(
        FormatKind.of(
            "host-guids", "hosts and the GUIDs of their NICs", "ibstat -p on every host"));
  }

  @Override
  protected List<String> clues() {
    return List.of("VM_hostname");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return HOST.matcher(document.text(at)).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    String host = "";
    for (TextLine line : block) {
      Matcher name = HOST.matcher(line.text());
      Matcher guid = GUID.matcher(line.text());
      if (name.matches()) {
        host = name.group(1);
        sink.add(line, new Subject(SubjectKind.ITEM, host), "host", host);
      } else if (guid.matches()) {
        sink.add(line, new Subject(SubjectKind.NODE, RdmaKeys.guid(guid.group(1))), "host", host);
      }
    }
  }
}

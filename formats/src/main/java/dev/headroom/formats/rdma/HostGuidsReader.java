package dev.headroom.formats.rdma;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.read.Block;
import dev.headroom.formats.read.Document;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import dev.headroom.formats.read.Reader;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of lists of hosts and their adapters' GUIDs, as gathered over a cluster with ibstat. */
public final class HostGuidsReader extends Reader {
  private static final Pattern HOST = Pattern.compile("VM_hostname\\s+(\\S+)\\s*");
  private static final Pattern GUID = Pattern.compile("\\s*((?:0x)?[0-9a-f]{16})\\s*");

  public HostGuidsReader() {
    super(
        Kind.of("host-guids", "hosts and the GUIDs of their adapters", "ibstat -p on every host"));
  }

  @Override
  protected List<String> clues() {
    return List.of("VM_hostname");
  }

  @Override
  protected boolean starts(Document document, int at) {
    return HOST.matcher(document.text(at)).matches();
  }

  @Override
  protected void read(Block block, FactSink sink) {
    String host = "";
    for (Line line : block) {
      Matcher name = HOST.matcher(line.text());
      Matcher guid = GUID.matcher(line.text());
      if (name.matches()) {
        host = name.group(1);
        sink.say(line, new Subject(Thing.ITEM, host), "host", host);
      } else if (guid.matches()) {
        sink.say(line, new Subject(Thing.NODE, RdmaKeys.guid(guid.group(1))), "host", host);
      }
    }
  }
}

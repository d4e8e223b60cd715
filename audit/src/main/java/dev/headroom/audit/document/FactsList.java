package dev.headroom.audit.document;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.SecretFilter;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.read.SourceReading;
import dev.headroom.run.json.JsonWriter;
import java.io.PrintWriter;

/**
 * Printer of facts, one a line, as text or as JSON lines. A host can have hundreds of thousands.
 */
public final class FactsList {
  private FactsList() {}

  /**
   * All facts of a host in the order in which they were read, without secrets, then what could not
   * be read.
   */
  public static void print(HostFacts host, boolean json, PrintWriter out) {
    for (Fact each : host.facts().all()) {
      Fact fact = SecretFilter.redact(each);
      out.println(json ? json(host, fact) : plain(host.name() + ": " + fact));
    }
    for (SourceReading reading : host.readings()) {
      for (String note : reading.notes()) {
        String file = reading.source().name();
        out.println(
            json
                ? unread(host, file, note)
                : plain(host.name() + ": not read: " + file + ": " + note));
      }
    }
  }

  private static String unread(HostFacts host, String file, String why) {
    return JsonWriter.compact()
        .object()
        .put("host", host.name())
        .put("file", file)
        .put("unread", why)
        .endObject()
        .toString();
  }

  private static String json(HostFacts host, Fact fact) {
    return JsonWriter.compact()
        .object()
        .put("host", host.name())
        .put("thing", fact.subject().kind().word())
        .put("subject", fact.subject().name())
        .put("key", fact.key())
        .put("value", fact.value())
        .put("file", fact.evidence().source().name())
        .put("line", fact.evidence().line())
        .put("text", fact.evidence().text())
        .endObject()
        .toString();
  }

  /** Without anything that controls a terminal. */
  private static String plain(String text) {
    return text.replaceAll("[\\p{Cntrl}\\p{Cf}]", " ");
  }
}

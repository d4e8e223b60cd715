package dev.headroom.app.audit;

import dev.headroom.app.results.Json;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.host.HostFacts;
import java.io.PrintWriter;

/** Prints facts one a line, as text or as JSON lines: there may be hundreds of thousands. */
public final class FactsList {
  private FactsList() {}

  /** All facts of a host in the order in which they were read. */
  public static void print(HostFacts host, boolean json, PrintWriter out) {
    for (Fact fact : host.facts().all()) {
      out.println(json ? json(host, fact) : plain(host.name() + ": " + fact));
    }
  }

  private static String json(HostFacts host, Fact fact) {
    return Json.compact()
        .object()
        .put("host", host.name())
        .put("thing", fact.subject().thing().word())
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

package dev.headroom.formats.host;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.rdma.RdmaKeys;
import java.util.Locale;

/** Entry of a port's GID table. */
public record GidEntry(FactSet facts, Subject subject) {

  /** Its index, from 0; -1 where it is no number. */
  public int index() {
    String leaf = subject.leaf();
    return leaf.matches("\\d{1,5}") ? Integer.parseInt(leaf) : -1;
  }

  public ReportedValue<String> gid() {
    return facts.text(subject, RdmaKeys.GID);
  }

  /** v1, v2 or ib. */
  public ReportedValue<String> type() {
    return facts.text(subject, RdmaKeys.GID_TYPE);
  }

  public ReportedValue<String> netdev() {
    return facts.text(subject, RdmaKeys.GID_NETDEV);
  }

  /** Only routers of the same link carry it: fe80::/10. */
  public boolean isLinkLocal() {
    return gid().matches(text -> text.toLowerCase(Locale.ROOT).startsWith("fe8"));
  }

  /** Nothing is there. */
  public boolean isEmpty() {
    return gid().matches(text -> text.matches("[0:]+"));
  }

  /** It stands for an IPv4 address: {@code ::ffff:a.b.c.d}. */
  public boolean isIpv4() {
    return gid()
        .matches(
            text -> text.matches("(?i)(0000:){5}ffff:[0-9a-f]{4}:[0-9a-f]{4}|::ffff:[0-9a-f.:]+"));
  }
}

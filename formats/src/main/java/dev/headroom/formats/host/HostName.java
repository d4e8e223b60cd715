package dev.headroom.formats.host;

import java.util.Locale;

/** Names that programs print of hosts, with and without a domain, in either case. */
public final class HostName {
  private HostName() {}

  /** The name without its domain, in small letters. */
  public static String bare(String name) {
    int dot = name.indexOf('.');
    return (dot < 0 ? name : name.substring(0, dot)).toLowerCase(Locale.ROOT);
  }
}

package dev.headroom.formats.host;

import java.util.Locale;

/** Normalization of host names that programs print with or without a domain, in either case. */
public final class HostName {
  private HostName() {}

  /** The name without its domain, in small letters. */
  public static String bare(String name) {
    int dot = name.indexOf('.');
    return (dot < 0 ? name : name.substring(0, dot)).toLowerCase(Locale.ROOT);
  }
}

package dev.headroom.collect.redact;

import java.util.Optional;

/**
 * IPv6 address or GID of eight groups, or GUID of four, in its written form.
 *
 * @param text as it was
 * @param groups of 16 bits
 * @param zeros where {@code ::} stands and how many groups it stands for; 0 if it does not
 */
record Ipv6OrGuid(String text, int[] groups, int zerosAt, int zeros) {
  /** Nothing if the text is no address: a time of day, say. */
  static Optional<Ipv6OrGuid> of(String text) {
    int gap = text.indexOf("::");
    if (text.indexOf('.') >= 0 || (gap >= 0 && text.indexOf("::", gap + 1) >= 0)) {
      return Optional.empty();
    }
    String[] head = split(gap < 0 ? text : text.substring(0, gap));
    String[] tail = gap < 0 ? new String[0] : split(text.substring(gap + 2));
    int written = head.length + tail.length;
    if (gap < 0 && written == 4) {
      return guid(text, head);
    }
    if (gap < 0 ? written != 8 : written > 7) {
      return Optional.empty();
    }
    int[] groups = new int[8];
    for (int i = 0; i < head.length; i++) {
      groups[i] = Integer.parseInt(head[i], 16);
    }
    for (int i = 0; i < tail.length; i++) {
      groups[8 - tail.length + i] = Integer.parseInt(tail[i], 16);
    }
    return Optional.of(new Ipv6OrGuid(text, groups, head.length, gap < 0 ? 0 : 8 - written));
  }

  /** A GUID has all its digits, which tells it from a time. */
  private static Optional<Ipv6OrGuid> guid(String text, String[] parts) {
    if (text.length() != 19) {
      return Optional.empty();
    }
    int[] groups = new int[4];
    for (int i = 0; i < 4; i++) {
      groups[i] = Integer.parseInt(parts[i], 16);
    }
    return groups[0] == 0 && groups[1] == 0
        ? Optional.empty()
        : Optional.of(new Ipv6OrGuid(text, groups, 0, 0));
  }

  private static String[] split(String text) {
    return text.isEmpty() ? new String[0] : text.split(":");
  }

  /** Whether it holds an IPv4 address: {@code ::ffff:10.0.0.1}. */
  boolean isMapped() {
    return groups.length == 8
        && (groups[0] | groups[1] | groups[2] | groups[3] | groups[4]) == 0
        && groups[5] == 0xffff;
  }

  /** Other groups, written the same way. */
  String with(int[] other) {
    boolean full = zeros == 0 && text.length() == other.length * 5 - 1;
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < other.length; i++) {
      if (zeros > 0 && i >= zerosAt && i < zerosAt + zeros) {
        out.append(i == zerosAt ? (i == 0 ? "::" : ":") : "");
        continue;
      }
      out.append(full ? String.format("%04x", other[i]) : Integer.toHexString(other[i]));
      out.append(i < other.length - 1 ? ":" : "");
    }
    return out.toString();
  }
}

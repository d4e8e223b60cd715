package dev.headroom.formats.read;

import java.util.Locale;

/**
 * Keys from the labels that tools print: {@code Firmware version} becomes {@code firmware-version}.
 */
public final class KeySlug {
  private KeySlug() {}

  public static String of(String label) {
    StringBuilder slug = new StringBuilder(label.length());
    String small = label.strip().toLowerCase(Locale.ROOT);
    for (int i = 0; i < small.length(); i++) {
      char c = small.charAt(i);
      if (Character.isLetterOrDigit(c) || c == '.' || c == '+') {
        slug.append(c);
      } else if (!slug.isEmpty() && slug.charAt(slug.length() - 1) != '-') {
        slug.append('-');
      }
    }
    int end = slug.length();
    while (end > 0 && slug.charAt(end - 1) == '-') {
      end--;
    }
    return slug.substring(0, end);
  }
}

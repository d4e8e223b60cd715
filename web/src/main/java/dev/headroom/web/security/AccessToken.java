package dev.headroom.web.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Secret of at least 128 bits, in hexadecimal digits.
 *
 * @param text 32 to 128 digits, in lower case
 */
public record AccessToken(String text) {
  private static final Pattern FORM = Pattern.compile("[0-9a-f]{32,128}");
  private static final int BYTES = 16;

  /**
   * @throws IllegalArgumentException if it is shorter, longer or of other characters
   */
  public AccessToken {
    if (!FORM.matcher(text).matches()) {
      throw new IllegalArgumentException("a token has 32 to 128 digits 0-9 and a-f");
    }
  }

  /** A new one. */
  public static AccessToken random() {
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return new AccessToken(HexFormat.of().formatHex(bytes));
  }

  /** That of a text, without space around it; empty if it is none. */
  public static Optional<AccessToken> parse(String text) {
    String stripped = text.strip();
    return FORM.matcher(stripped).matches()
        ? Optional.of(new AccessToken(stripped))
        : Optional.empty();
  }

  /** Whether a text is this one, in a time that tells nothing of how much of it is right. */
  public boolean matches(String other) {
    return MessageDigest.isEqual(
        text.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }

  /** Without the secret: a record would show it in logs. */
  @Override
  public String toString() {
    return "AccessToken";
  }
}

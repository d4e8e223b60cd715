package dev.headroom.web.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Content Security Policies of what the server sends, as W3C's CSP Level 3 has them.
 *
 * <p>A report has its scripts in it and text of measured machines. It may run those scripts, which
 * its hashes name, in an origin of its own, and may reach nothing else.
 */
public final class ContentPolicy {
  /** Of the workbench's pages: what this server has, and nothing inline. */
  public static final String PAGES =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
          + "connect-src 'self'; font-src 'self'; frame-src 'self'; base-uri 'none'; "
          + "form-action 'none'; frame-ancestors 'none'";

  /** A script that runs; one with a type such as JSON is data, and needs no leave. */
  private static final Pattern SCRIPT = Pattern.compile("<script>(.*?)</script>", Pattern.DOTALL);

  private ContentPolicy() {}

  /** That of a report, whose scripts these are. */
  public static String ofReport(String html) {
    StringBuilder scripts = new StringBuilder();
    Matcher script = SCRIPT.matcher(html);
    while (script.find()) {
      scripts.append(" 'sha256-").append(hash(script.group(1))).append('\'');
    }
    return "sandbox allow-scripts allow-downloads; default-src 'none'; script-src"
        + (scripts.isEmpty() ? " 'none'" : scripts)
        + "; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; "
        + "form-action 'none'; frame-ancestors 'self'";
  }

  private static String hash(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return Base64.getEncoder()
          .encodeToString(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java platform has it
    }
  }
}

package dev.headroom.app.improve;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

/**
 * Builder of a self-contained page without scripts. Its content security policy allows the embedded
 * style sheet, by its hash; all texts are escaped.
 */
final class PageBuilder {
  private final StringBuilder html = new StringBuilder();

  PageBuilder(String title) {
    String css = css();
    html.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ")
        .append("style-src 'sha256-")
        .append(hash(css))
        .append("'; base-uri 'none'; form-action 'none'\">\n<title>")
        .append(escaped(title))
        .append(" - Headroom</title>\n<style>")
        .append(css)
        .append("</style>\n</head>\n<body>\n<main>\n");
  }

  /** The whole page. */
  String end() {
    return html.append("</main>\n</body>\n</html>\n").toString();
  }

  PageBuilder element(String tag, String kind, String text) {
    open(tag, kind);
    html.append(escaped(text)).append("</").append(tag).append(">\n");
    return this;
  }

  PageBuilder open(String tag, String kind) {
    html.append('<').append(tag);
    if (!kind.isEmpty()) {
      html.append(" class=\"").append(kind).append('"');
    }
    html.append('>');
    return this;
  }

  PageBuilder close(String tag) {
    html.append("</").append(tag).append(">\n");
    return this;
  }

  PageBuilder section(String title) {
    return element("h2", "", title);
  }

  PageBuilder paragraph(String text) {
    return element("p", "", text);
  }

  /** One figure with its title above and a sentence below. */
  void card(String kind, String title, String figure, String sentence) {
    open("div", kind);
    element("h2", "", title).element("b", "", figure).element("p", "", sentence);
    close("div");
  }

  void table(List<String> heads) {
    html.append("<div class=\"wide\"><table>\n<tr>");
    heads.forEach(
        head -> html.append("<th scope=\"col\">").append(escaped(head)).append("</th>\n"));
    html.append("</tr>\n");
  }

  void endTable() {
    html.append("</table></div>\n");
  }

  void row(List<String> cells) {
    html.append("<tr>");
    cells.forEach(cell -> element("td", "", cell));
    html.append("</tr>\n");
  }

  /** A folded part. */
  PageBuilder fold(String summary) {
    html.append("<details>");
    return element("summary", "", summary);
  }

  void endFold() {
    html.append("</details>\n");
  }

  void lines(List<String> lines) {
    if (!lines.isEmpty()) {
      html.append("<pre>").append(escaped(String.join("\n", lines))).append("</pre>\n");
    }
  }

  /** Lines as {@code diff} prints them. */
  void difference(List<String> lines) {
    html.append("<pre>");
    for (String line : lines) {
      String kind = line.startsWith("+") ? "add" : line.startsWith("-") ? "cut" : "same";
      html.append("<span class=\"").append(kind).append("\">");
      html.append(escaped(line)).append("</span>");
    }
    html.append("</pre>\n");
  }

  /**
   * A bar in a picture of its own.
   *
   * @param share of the longest bar, 0 to 1
   */
  void bar(double share, boolean isBefore) {
    long width = Math.max(1, Math.round(300 * share));
    html.append("<svg viewBox=\"0 0 300 12\" preserveAspectRatio=\"none\" role=\"img\" ")
        .append("aria-label=\"")
        .append(Math.round(100 * share))
        .append(" % of the longest\"><rect width=\"")
        .append(width)
        .append("\" height=\"12\" rx=\"3\" fill=\"")
        .append(isBefore ? "#8a96a5" : "#2f8f5b")
        .append("\"/></svg>");
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  private static String css() {
    try (InputStream in = PageBuilder.class.getResourceAsStream("improve.css")) {
      if (in == null) {
        throw new IllegalStateException("the program lacks its file improve.css");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String hash(String css) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(css.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}

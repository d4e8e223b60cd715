package dev.headroom.formats.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Extraction of text from a saved web page, or from copied HTML source. Outputs stand between tags,
 * with characters escaped that HTML cannot contain (HTML Living Standard, 13.5).
 */
final class HtmlMarkup {
  /** Of a page these are among the first. */
  private static final Pattern PAGE =
      Pattern.compile("(?i)<(?:html|body|pre|code)\\b[^<>]{0,500}>");

  private static final Pattern TAG =
      Pattern.compile(
          "(?i)</?(?:html|head|body|pre|code|p|div|span|br|b|i|em|strong|samp|kbd|tt|td|tr|table)\\b[^<>]{0,500}>");
  private static final Pattern ESCAPED =
      Pattern.compile("&(lt|gt|amp|quot|apos|nbsp|#39|#34|#160);");
  private static final Map<String, String> PLAIN =
      Map.of(
          "lt", "<", "gt", ">", "amp", "&", "quot", "\"", "apos", "'", "nbsp", " ", "#39", "'",
          "#34", "\"", "#160", " ");

  private HtmlMarkup() {}

  /**
   * The lines as a browser shows them; the same where they are no HTML. Evidence stays as it is.
   */
  static List<TextLine> shown(List<TextLine> lines) {
    boolean page = false;
    boolean escaped = false;
    boolean xml = false;
    for (TextLine line : lines) {
      String text = line.text();
      if (text.indexOf('<') >= 0) {
        page |= PAGE.matcher(text).find();
        xml |= text.stripLeading().startsWith("<");
      }
      escaped |= text.indexOf('&') >= 0 && (text.contains("&lt;") || text.contains("&gt;"));
      if (page) {
        break;
      }
    }
    if (!page && (xml || !escaped)) {
      return lines;
    }
    List<TextLine> shown = new ArrayList<>(lines.size());
    for (TextLine line : lines) {
      String text = page ? TAG.matcher(line.text()).replaceAll("") : line.text();
      text = plain(text);
      shown.add(text.equals(line.text()) ? line : line.withText(text));
    }
    return shown;
  }

  private static String plain(String text) {
    return text.indexOf('&') < 0
        ? text
        : ESCAPED
            .matcher(text)
            .replaceAll(each ->
                Matcher.quoteReplacement(
                    PLAIN.getOrDefault(each.group(1).toLowerCase(Locale.ROOT), each.group())));
  }
}

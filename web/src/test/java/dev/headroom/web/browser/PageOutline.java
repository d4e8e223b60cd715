package dev.headroom.web.browser;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Outline of a page as a screen reader has it: landmarks, headings with their levels, and controls
 * with their names, one a line, indented below their landmarks. Numbers are {@code #}, so that it
 * tells of the page and not of its data; of many alike in a row the first stand for all.
 */
final class PageOutline {
  private static final Set<String> LANDMARKS =
      Set.of(
          "banner",
          "complementary",
          "contentinfo",
          "form",
          "main",
          "navigation",
          "region",
          "search");

  private static final Set<String> CONTROLS =
      Set.of(
          "button",
          "checkbox",
          "combobox",
          "DisclosureTriangle",
          "grid",
          "heading",
          "Iframe",
          "link",
          "listbox",
          "menuitem",
          "radio",
          "searchbox",
          "slider",
          "spinbutton",
          "switch",
          "tab",
          "table",
          "textbox");

  /** Most lines of a role in a row. */
  private static final int MOST = 20;

  private static final int SHOWN = 2;

  private record Line(int depth, String role, String text) {
    /** Whether it is the heading of an item of a list, with controls of its own. */
    boolean isItem() {
      return text.startsWith("heading 3 ");
    }
  }

  private final Map<String, JsonNode> byId = new HashMap<>();
  private final List<Line> lines = new ArrayList<>();

  private PageOutline() {}

  /** The outline of a page as it is now. */
  static String of(BrowserPage page) {
    PageOutline outline = new PageOutline();
    JsonNode nodes = page.accessibleNodes();
    nodes.forEach(node -> outline.byId.put(node.path("nodeId").asString(""), node));
    nodes.forEach(node -> {
      if (!node.has("parentId")) {
        outline.walk(node, 0);
      }
    });
    return outline.text();
  }

  private void walk(JsonNode node, int depth) {
    String role = node.path("role").path("value").asString("");
    boolean isTold = !node.path("ignored").asBoolean(false);
    boolean isLandmark = isTold && LANDMARKS.contains(role);
    if (isLandmark || (isTold && CONTROLS.contains(role))) {
      String name = node.path("name").path("value").asString("").strip();
      lines.add(new Line(depth, role, (role + level(node) + " " + withoutNumbers(name)).strip()));
    }
    for (JsonNode child : node.path("childIds")) {
      JsonNode found = byId.get(child.asString(""));
      if (found != null) {
        walk(found, isLandmark ? depth + 1 : depth);
      }
    }
  }

  private static String level(JsonNode node) {
    for (JsonNode property : node.path("properties")) {
      if (property.path("name").asString("").equals("level")) {
        return " " + property.path("value").path("value").asInt(0);
      }
    }
    return "";
  }

  private static String withoutNumbers(String name) {
    return name.replaceAll("[0-9]+([.,][0-9]+)*", "#").replaceAll("\\s+", " ");
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    for (int from = 0; from < lines.size(); ) {
      Line first = lines.get(from);
      int count = 0;
      int shown = from;
      int to = from;
      for (int end = end(from); end > to && isLike(first, lines.get(to)); end = end(to)) {
        to = end;
        shown = ++count <= SHOWN ? end : shown;
      }
      boolean isMany = count > MOST;
      for (Line line : lines.subList(from, isMany ? shown : to)) {
        text.append("  ".repeat(line.depth())).append(line.text()).append('\n');
      }
      if (isMany) {
        text.append("  ".repeat(first.depth())).append(first.role()).append(" and more\n");
      }
      from = to;
    }
    return text.toString();
  }

  /** Where what begins here ends: a third heading has the controls below it, else a line alone. */
  private int end(int from) {
    int to = from + 1;
    if (from < lines.size() && lines.get(from).isItem()) {
      while (to < lines.size() && !lines.get(to).role().equals("heading")) {
        to++;
      }
    }
    return Math.min(to, lines.size());
  }

  private static boolean isLike(Line one, Line other) {
    return one.depth() == other.depth()
        && one.role().equals(other.role())
        && one.isItem() == other.isItem();
  }
}

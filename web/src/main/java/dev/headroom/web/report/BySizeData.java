package dev.headroom.web.report;

import dev.headroom.run.json.JsonWriter;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Data of pages about something that was measured at several sizes, which {@code bysize.js} draws.
 */
final class BySizeData {
  static final List<String> PARTS =
      List.of("draw.js", "save.js", "tables.js", "bysize.js", "theme.js");

  private final JsonWriter json = JsonWriter.compact();

  /**
   * Begins a page.
   *
   * @param good whether the headline is good news; empty where it is neither
   */
  BySizeData(String name, String what, String headline, Optional<Boolean> good) {
    json.object().put("name", name).put("what", what).put("headline", headline);
    good.ifPresentOrElse(news -> json.put("good", news), () -> json.putNull("good"));
  }

  JsonWriter json() {
    return json;
  }

  /** One figure at the head of the page, inside the array of figures. */
  void figure(String label, String value, String word) {
    json.array().add(label).add(value).add(word).endArray();
  }

  /** One size of the axis, inside the array of sizes. */
  void size(long bytes, String text, String word) {
    json.object().put("bytes", bytes).put("text", text).put("word", word).endObject();
  }

  /**
   * One curve, inside the array of curves.
   *
   * @param value NaN where there is none
   */
  <T> void curve(
      String kind, String name, List<T> rows, ToDoubleFunction<T> value, Function<T, String> text) {
    json.object().put("kind", kind).put("name", name).array("values");
    rows.forEach(row -> json.add(value.applyAsDouble(row)));
    json.endArray().array("texts");
    rows.forEach(row -> json.add(text.apply(row)));
    json.endArray().endObject();
  }

  /** One cell of a table, by whose number it sorts. */
  void cell(String text, double number) {
    json.array().add(text).add(number).endArray();
  }

  void list(String title, List<String> items) {
    json.object().put("title", title).array("items");
    items.forEach(json::add);
    json.endArray().endObject();
  }

  /** The whole page. */
  String page(String title) {
    return HtmlReport.page(title, json.endObject().toString(), PARTS);
  }
}

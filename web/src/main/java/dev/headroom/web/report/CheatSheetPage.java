package dev.headroom.web.report;

import dev.headroom.run.claims.Claim;
import dev.headroom.run.claims.ClaimVerdict;
import dev.headroom.run.json.JsonWriter;
import java.util.List;

/**
 * Writer of a cheat sheet on one page of paper: four settings that articles recommend, and what
 * runs of them show. Its rows are verdicts on claims, so each figure was measured when the page was
 * written.
 */
public final class CheatSheetPage {
  private static final String TITLE = "RDMA tuning cheat sheet";
  private static final List<String> PARTS = List.of("cheat.css", "draw.js", "cheat.js", "theme.js");

  /** A setting of the sheet, as the article has it. */
  private record Entry(String claim, String setting, String usual, String target) {}

  private static final List<Entry> ENTRIES =
      List.of(
          new Entry("S2:300", "MTU", "1500", "9000 or more"),
          new Entry("S2:301", "PCIe max read request (MRRS)", "512 B", "4096 B"),
          new Entry("S2:302", "PFC pause", "automatic", "under 2.5 us"),
          new Entry("S2:303", "QP per connection", "1", "8 to 16"));

  private CheatSheetPage() {}

  /** The claims whose verdicts the page has. */
  public static List<String> claims() {
    return ENTRIES.stream().map(Entry::claim).toList();
  }

  /**
   * The page's text.
   *
   * @param verdicts on claims, of which those of {@link #claims()} are shown, with all their parts
   */
  public static String of(List<ClaimVerdict> verdicts) {
    return HtmlReport.page(TITLE, data(verdicts), PARTS);
  }

  /** What the page shows, as JSON. */
  public static String data(List<ClaimVerdict> verdicts) {
    JsonWriter json = JsonWriter.compact();
    json.object()
        .put("name", TITLE)
        .put("what", "Four settings of an article, and what runs of this program show")
        .array("rows");
    for (Entry entry : ENTRIES) {
      verdicts.stream()
          .filter(each -> each.claim().id().matches(entry.claim() + "[a-z]?"))
          .forEach(each -> row(json, entry, each));
    }
    return json.endArray().endObject().toString();
  }

  private static void row(JsonWriter json, Entry entry, ClaimVerdict verdict) {
    json.object()
        .put("claim", verdict.claim().id())
        .put("setting", entry.setting())
        .put("usual", entry.usual())
        .put("target", entry.target())
        .put("words", verdict.claim().words())
        .put("outcome", verdict.outcome().words())
        .put("detail", verdict.detail())
        .array("measured");
    if (verdict.claim() instanceof Claim.Numeric numeric) {
      verdict
          .measured()
          .forEach(each ->
              json.array()
                  .add(each.condition())
                  .add(numeric.stated().shown(each.value()))
                  .endArray());
      json.endArray()
          .put("stated", numeric.stated().words())
          .put("how", numeric.how())
          .put(
              "command",
              verdict.measured().stream()
                  .flatMap(each -> each.commands().stream())
                  .findFirst()
                  .orElse(""));
    } else {
      json.endArray();
    }
    json.endObject();
  }
}

package dev.headroom.app.gallery;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The text of {@code docs/gallery.md}. */
final class GalleryPage {
  static final Path FILE = GalleryEntry.ROOT.resolve("docs/gallery.md");

  private static final Pattern HEADLINE = Pattern.compile("(?ms)^### (\\S+)\\n.*?^> (.*?)\\n");

  private GalleryPage() {}

  /** The headline of each entry of the page as it is. */
  static Map<String, String> headlines() throws IOException {
    Matcher matcher = HEADLINE.matcher(Files.readString(FILE));
    Map<String, String> headlines = new TreeMap<>();
    while (matcher.find()) {
      headlines.put(matcher.group(1), matcher.group(2));
    }
    return headlines;
  }

  static String of(List<GalleryEntry> entries, Map<String, String> headlines) throws IOException {
    Map<String, List<GalleryEntry>> groups =
        entries.stream()
            .collect(
                Collectors.groupingBy(
                    GalleryEntry::group, LinkedHashMap::new, Collectors.toList()));
    StringBuilder page =
        new StringBuilder(
            """
            # Gallery

            Each entry is an example from [examples](../examples). It has the command, the headline that the command prints, and a picture.
            Most pictures are drawings of the run's report, `report.html`, or of a comparison's page, `compare.html`. In a drawing of a fabric, each link is two lines, one per direction.

            """);
    groups.forEach((group, members) ->
        page.append("- [%s](#%s): ".formatted(group, anchor(group)))
            .append(
                members.stream()
                    .map(entry -> "[%s](#%s)".formatted(entry.name(), anchor(entry.name())))
                    .collect(Collectors.joining(", ")))
            .append("\n"));
    for (Map.Entry<String, List<GalleryEntry>> group : groups.entrySet()) {
      page.append("\n## ").append(group.getKey()).append('\n');
      for (GalleryEntry entry : group.getValue()) {
        page.append(entry(entry, headlines.getOrDefault(entry.name(), "")));
      }
    }
    return page + claims();
  }

  private static String entry(GalleryEntry entry, String headline) throws IOException {
    String source = GalleryEntry.ROOT.relativize(entry.source()).toString();
    String command =
        entry.command().isEmpty()
            ? "[verbs.md](verbs.md) has the two commands."
            : "`headroom " + entry.command() + "`";
    return """

    ### %s

    %s ([%s](../%s))

    %s

    > %s

    ![%s](images/gallery/%s)
    """
        .formatted(
            entry.name(),
            marked(entry.description()),
            GalleryEntry.EXAMPLES.relativize(entry.source()),
            source,
            command,
            headline,
            entry.pictureTitle(),
            entry.file().getFileName());
  }

  /** Settings and commands as code, and pages as links. */
  private static String marked(String text) {
    return text.replaceAll("(--set [\\w.]+=[^\\s,;)]+)", "`$1`")
        .replaceAll("\\b(headroom [a-z]+ (?:--)?(?:price|rules))", "`$1`")
        .replaceAll("\\bdocs/(\\w+\\.md)", "[$1]($1)");
  }

  /** A row for each scenario of the claims. */
  private static String claims() throws IOException {
    StringBuilder table =
        new StringBuilder(
            """

            `examples/claims` has the scenarios of [claims.md](claims.md), which tests statements of articles about RDMA. `headroom sim` runs each of them.

            | scenario | about |
            |---|---|
            """);
    try (Stream<Path> files = Files.list(GalleryEntry.EXAMPLES.resolve("claims"))) {
      for (Path file : files.sorted().toList()) {
        String name = file.getFileName().toString();
        table.append(
            "| [%s](../examples/claims/%s) | %s |\n"
                .formatted(
                    name.replace(".yaml", ""), name, marked(GalleryEntry.firstSentences(file, 1))));
      }
    }
    return table.toString();
  }

  private static String anchor(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}_ -]", "").replace(' ', '-');
  }
}

package dev.headroom.app.gallery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.Headroom;
import dev.headroom.app.process.ExitCodes;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The run of an entry's command.
 *
 * @param headline the sentence about the result
 * @param digest of a simulation's result, else empty
 */
record GalleryRun(String headline, String digest) {
  /** Lines of a picture of printed text, without those of commands. */
  private static final Pattern PRINTED = Pattern.compile("<text [^>]*>([^$<][^<]*)</text>");

  static GalleryRun of(GalleryEntry entry, Path folder) throws IOException {
    if (entry.command().isEmpty()) {
      return new GalleryRun(printed(entry), "");
    }
    List<String> words = new ArrayList<>();
    for (String word : entry.command().split(" ")) {
      words.add(word.startsWith("examples/") ? GalleryEntry.ROOT.resolve(word).toString() : word);
    }
    boolean isSimulation = "sim".equals(words.getFirst());
    if (isSimulation) {
      words.addAll(
          List.of("--quiet", "--json", "--no-report", "--out", folder.resolve("run").toString()));
    }
    boolean isComparison = "compare".equals(words.getFirst());
    if (isComparison) {
      words.addAll(List.of("--no-report", "--out", folder.resolve(entry.name()).toString()));
    }
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        Headroom.run(new PrintWriter(out), new PrintWriter(err), words.toArray(String[]::new));
    assertThat(code).as(entry.command() + "\n" + err).isIn(ExitCodes.CLEAN, ExitCodes.FINDINGS);
    if (isSimulation) {
      return ofSimulation(out.toString());
    }
    String told = second(out.toString());
    return new GalleryRun(isComparison ? told.replaceFirst("\\. .*", ".") : told, "");
  }

  private static GalleryRun ofSimulation(String json) {
    JsonNode results = new JsonMapper().readTree(json);
    return new GalleryRun(
        results.get("headline").get("text").asString(), results.get("digest").asString());
  }

  /** The paragraph below the title of a screen. */
  private static String second(String screen) {
    String below = screen.substring(screen.indexOf('\n') + 1).replaceFirst("^\\n", "");
    return below.substring(0, below.indexOf("\n\n")).strip().replaceAll("\\s*\\n\\s*", " ");
  }

  private static String printed(GalleryEntry entry) throws IOException {
    return PRINTED
        .matcher(Files.readString(entry.file()))
        .results()
        .map((MatchResult line) -> line.group(1))
        .findFirst()
        .orElseThrow();
  }
}

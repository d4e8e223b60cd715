package dev.headroom.formats.read;

import dev.headroom.formats.fact.FactSource;
import java.util.ArrayList;
import java.util.List;

/** Finds lines that a quick look beforehand would keep from who takes them. */
public final class Shortcuts {
  private final List<FormatReader> readers;
  private final ReaderClues clues;

  public Shortcuts(List<FormatReader> readers) {
    this.readers = readers;
    clues = new ReaderClues(readers);
  }

  /** Lines at which a block begins though they have none of its reader's clues. */
  public List<String> startsWithoutClue(String text) {
    List<String> found = new ArrayList<>();
    SourceLines document = SourceText.of(FactSource.of("text"), text);
    for (int at = 0; at < document.size(); at++) {
      long[] candidates = clues.readersFor(document.text(at));
      for (int i = 0; i < readers.size(); i++) {
        boolean asked = (candidates[i / Long.SIZE] >>> i & 1) == 1;
        if (!asked && !document.line(at).isBlank() && readers.get(i).starts(document, at)) {
          found.add(readers.get(i).kind() + ": " + document.text(at));
        }
      }
    }
    return found;
  }

  /** Lines that a pattern of those of no interest takes though it would not be asked. */
  public static List<String> ignoredUnasked(String text) {
    List<String> found = new ArrayList<>();
    text.lines()
        .filter(line -> !line.isBlank() && line.length() < 2000)
        .forEach(line -> {
          for (IgnoredLine each : SurroundingText.TEXT.ignored()) {
            if (!each.prefilter().test(line) && each.pattern().matcher(line).matches()) {
              found.add(each.why() + ": " + line);
            }
          }
        });
    return found;
  }
}

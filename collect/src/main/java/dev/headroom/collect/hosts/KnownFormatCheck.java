package dev.headroom.collect.hosts;

import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.read.FormatSection;
import dev.headroom.formats.read.SourceReading;
import dev.headroom.formats.read.SurroundingText;
import dev.headroom.model.text.BadInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Check that at least one input had a known format. Files of which nobody understands a word are
 * bad input, not a clean bill of health. Any number of threads may tell.
 */
final class KnownFormatCheck {
  private static final int MOST = 3;

  private final List<SourceReading> unknown = new ArrayList<>();
  private int files;
  private boolean known;

  synchronized void add(HostFacts host) {
    known |= !host.facts().subjects(SubjectKind.ENV).isEmpty();
    for (SourceReading reading : host.readings()) {
      files++;
      if (reading.sections().stream().anyMatch(KnownFormatCheck::saysSomething)) {
        known = true;
      } else if (unknown.size() < MOST) {
        unknown.add(reading);
      }
    }
  }

  /** A prompt by itself says nothing of a machine. */
  private static boolean saysSomething(FormatSection section) {
    return section.facts() > 0
        && !section.kind().equals(SurroundingText.PASTED)
        && !section.kind().equals(SurroundingText.TEXT);
  }

  /**
   * Sees that what was named held something to read.
   *
   * @param named by the user; if empty, nothing is demanded
   * @throws BadInputException if there was no file, or none of a known form
   */
  synchronized void demand(List<Path> named) {
    if (known || named.isEmpty()) {
      return;
    }
    if (files == 0) {
      throw new BadInputException(
          ("%s: no input found; pass a bundle, a host's folder, or files with the output of its "
                  + "tools")
              .formatted(
                  named.stream()
                      .limit(MOST)
                      .map(Path::toString)
                      .collect(Collectors.joining(", "))));
    }
    List<String> names = new ArrayList<>();
    for (SourceReading reading : unknown) {
      String why = reading.notes().stream().findFirst().map(note -> " (" + note + ")").orElse("");
      names.add(reading.source().name() + why);
    }
    if (files > unknown.size()) {
      names.add(files - unknown.size() + " more");
    }
    throw new BadInputException(
        "%s: no known format in %s; headroom formats lists the formats"
            .formatted(String.join(", ", names), files == 1 ? "it" : "them"));
  }
}

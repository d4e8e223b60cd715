package dev.headroom.audit.coverage;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.read.FormatSection;
import dev.headroom.formats.read.SourceReading;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** Coverage of a host's sources by readers and rules, once the rules have judged the host. */
public final class SourceCoverage {
  /** Line numbers that are listed of one source. */
  private static final int MOST_LINES = 20;

  private SourceCoverage() {}

  /** Each section of each source, in the order in which they were read. */
  public static List<SourceRead> of(HostFacts host) {
    List<SourceRead> sources = new ArrayList<>();
    for (SourceReading reading : host.readings()) {
      BitSet unjudged = JudgeableLines.of(reading.statements()).unread(host.facts().use());
      List<FormatSection> sections = reading.sections();
      for (int i = 0; i < sections.size(); i++) {
        FormatSection section = sections.get(i);
        int end = i + 1 < sections.size() ? sections.get(i + 1).first() : Integer.MAX_VALUE;
        int[] lines =
            unjudged.stream().filter(line -> line >= section.first() && line < end).toArray();
        sources.add(
            new SourceRead(
                host.name(),
                reading.source().name(),
                section.kind().id(),
                section.facts(),
                section.ignored(),
                section.unrecognized().size(),
                section.unrecognized().stream().limit(MOST_LINES).map(Evidence::line).toList(),
                lines.length,
                Arrays.stream(lines).limit(MOST_LINES).boxed().toList()));
      }
    }
    return sources;
  }
}

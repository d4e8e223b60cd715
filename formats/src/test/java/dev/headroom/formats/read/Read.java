package dev.headroom.formats.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import java.util.List;

/** What tests ask of readers again and again. */
public final class Read {
  private Read() {}

  public static SourceReading text(String text) {
    return FormatCatalogue.reader().read(FactSource.of("sample.txt"), text);
  }

  public static SourceReading file(String path, String text) {
    return FormatCatalogue.reader().read(FactSource.of(path), text);
  }

  /** The facts of a text of one kind, all of whose lines must be understood. */
  public static FactSet allOf(String kind, String text) {
    SourceReading reading = text(text);
    assertThat(reading.notes()).isEmpty();
    assertThat(reading.sections())
        .allSatisfy(
            section -> assertThat(section.unrecognized()).as(section.kind().id()).isEmpty());
    assertThat(reading.sections()).extracting(section -> section.kind().id()).contains(kind);
    return new FactSet(reading.facts());
  }

  public static HostFacts host(String text) {
    return HostFacts.of("host", List.of(text(text)));
  }
}

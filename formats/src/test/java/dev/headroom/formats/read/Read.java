package dev.headroom.formats.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.catalogue.Catalogue;
import dev.headroom.formats.fact.Facts;
import dev.headroom.formats.fact.Source;
import dev.headroom.formats.host.HostFacts;
import java.util.List;

/** What tests ask of readers again and again. */
public final class Read {
  private Read() {}

  public static Reading text(String text) {
    return Catalogue.reader().read(Source.of("sample.txt"), text);
  }

  public static Reading file(String path, String text) {
    return Catalogue.reader().read(Source.of(path), text);
  }

  /** The facts of a text of one kind, all of whose lines must be understood. */
  public static Facts allOf(String kind, String text) {
    Reading reading = text(text);
    assertThat(reading.notes()).isEmpty();
    assertThat(reading.sections())
        .allSatisfy(
            section -> assertThat(section.notUnderstood()).as(section.kind().id()).isEmpty());
    assertThat(reading.sections()).extracting(section -> section.kind().id()).contains(kind);
    return new Facts(reading.facts());
  }

  public static HostFacts host(String text) {
    return HostFacts.of("host", List.of(text(text)));
  }
}

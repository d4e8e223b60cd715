package dev.headroom.app.show;

import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import java.util.List;

/** What the readers make of what was printed. */
final class ReadBack {
  private ReadBack() {}

  static HostFacts host(String text) {
    return HostFacts.of(
        "host", List.of(FormatCatalogue.reader().read(FactSource.of("sample.txt"), text)));
  }
}

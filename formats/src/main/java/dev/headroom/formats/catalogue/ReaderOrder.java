package dev.headroom.formats.catalogue;

import dev.headroom.formats.read.FormatReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Order in which readers are tried. Readers of switch vendors come from their list; those whose
 * place among others matters are named by their kind, all others stand together.
 */
final class ReaderOrder {
  private final Map<String, FormatReader> left = new LinkedHashMap<>();
  private final List<FormatReader> readers = new ArrayList<>();
  private int others;

  /** With these readers of vendors. */
  ReaderOrder(List<FormatReader> vendors) {
    vendors.forEach(reader -> left.put(reader.kind().id(), reader));
  }

  public ReaderOrder add(FormatReader... next) {
    readers.addAll(List.of(next));
    return this;
  }

  /** Those of vendors, by the names of their kinds. */
  ReaderOrder vendors(String... kinds) {
    for (String kind : kinds) {
      FormatReader reader = left.remove(kind);
      if (reader == null) {
        throw new IllegalStateException("no switch vendor's reader covers " + kind);
      }
      readers.add(reader);
    }
    return this;
  }

  /** Those of vendors that are named nowhere. */
  ReaderOrder otherVendors() {
    others = readers.size();
    return this;
  }

  /** All of them. */
  List<FormatReader> all() {
    List<FormatReader> all = new ArrayList<>(readers);
    all.addAll(others, left.values());
    return List.copyOf(all);
  }
}

package dev.headroom.formats.read;

import dev.headroom.formats.fact.FactSource;

/** Reader of a format that is not text, recognized by its path. */
public interface BytesReader {
  FormatKind kind();

  /** Whether a source of this name is of this format. */
  boolean accepts(String name);

  /** Of how many bytes at most it is told. */
  int most();

  /** Says the facts of these bytes. */
  void read(FactSource source, byte[] bytes, FactSink sink);
}

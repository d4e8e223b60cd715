package dev.headroom.run.cache;

import java.io.IOException;

/** Way to write a value of one type and to read it again. */
interface Codec<T> {
  void write(DataWriter out, T value) throws IOException;

  T read(DataReader in) throws IOException;
}

package dev.headroom.bench.mutation;

import java.nio.file.Path;

/**
 * A change of one constant or condition.
 *
 * @param module folder of its module
 * @param file its source, below {@code src/main/java}
 * @param line where it stands, from 1
 * @param start offset of what is replaced
 * @param end offset after it
 * @param before what stood there
 * @param after what stands there instead
 * @param constant name of the constant that it is part of, which compilers copy into the classes
 *     that use it; empty where it is part of none
 * @param place what tells it from all others of any file, as long as its line stays as it is
 */
record Mutation(
    String module,
    Path file,
    long line,
    int start,
    int end,
    String before,
    String after,
    String constant,
    String place) {
  String in(String source) {
    return source.substring(0, start) + after + source.substring(end);
  }

  /** The class that it is in, with its package. */
  String typeName() {
    String path = file.toString();
    return path.substring(0, path.length() - ".java".length()).replace('/', '.');
  }

  @Override
  public String toString() {
    return "%s:%d: %s -> %s".formatted(file.getFileName(), line, before, after);
  }
}

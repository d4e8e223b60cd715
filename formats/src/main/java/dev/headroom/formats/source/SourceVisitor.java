package dev.headroom.formats.source;

import java.io.IOException;

/** Takes sources as they come. */
public interface SourceVisitor {
  void visit(Source source) throws IOException;

  /** Something is there but was not read. */
  default void unread(Unread unread) throws IOException {}
}

package dev.headroom.formats.source;

import java.io.IOException;

/** Visitor of sources in the order of a stream. */
public interface SourceVisitor {
  void visit(MachineSource source) throws IOException;

  /** Something is there but was not read. */
  default void visitUnread(UnreadSource unread) throws IOException {}
}

package dev.headroom.collect.input;

import dev.headroom.formats.source.MachineSource;
import dev.headroom.formats.source.SourceStream;
import dev.headroom.formats.source.SourceVisitor;
import dev.headroom.formats.source.UnreadSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;

/** Opens a path, reads all of it, and prints a line for each thing that was not read. */
final class UnreadLines {
  private UnreadLines() {}

  public static void main(String[] args) throws IOException {
    for (SourceStream stream : SourceOpener.open(Path.of(args[0]))) {
      stream.forEach(
          new SourceVisitor() {
            @Override
            public void visit(MachineSource source) throws IOException {
              try (InputStream in = source.open()) {
                in.transferTo(OutputStream.nullOutputStream());
              }
            }

            @Override
            public void visitUnread(UnreadSource unread) {
              System.out.println(unread);
            }
          });
    }
  }
}

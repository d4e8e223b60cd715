package dev.headroom.collect.input;

import dev.headroom.formats.source.MachineSource;
import dev.headroom.formats.source.SourceStream;
import dev.headroom.formats.source.SourceVisitor;
import dev.headroom.formats.source.UnreadSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Everything that streams of sources gave. */
final class Visited implements SourceVisitor {
  private final SortedMap<String, String> texts = new TreeMap<>();
  private final List<String> hosts = new ArrayList<>();
  private final List<String> unread = new ArrayList<>();

  static Visited of(Path path, ReadLimits limits) throws IOException {
    Visited visited = new Visited();
    for (SourceStream stream : SourceOpener.open(path, limits)) {
      stream.forEach(visited);
    }
    return visited;
  }

  static Visited of(SourceStream stream) throws IOException {
    Visited visited = new Visited();
    stream.forEach(visited);
    return visited;
  }

  @Override
  public void visit(MachineSource source) throws IOException {
    if (hosts.isEmpty() || !hosts.getLast().equals(source.host())) {
      hosts.add(source.host());
    }
    try (InputStream in = source.open()) {
      String sample = source.sample() == 1 ? "" : " " + source.sample();
      texts.put(
          source.host() + ":" + source.path() + sample,
          new String(in.readAllBytes(), StandardCharsets.ISO_8859_1));
    }
  }

  @Override
  public void visitUnread(UnreadSource each) {
    unread.add(each.toString());
  }

  SortedMap<String, String> texts() {
    return texts;
  }

  /** Each host once for every run of sources that are its. */
  List<String> hosts() {
    return hosts;
  }

  List<String> visitUnread() {
    return unread;
  }
}

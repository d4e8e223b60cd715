package dev.headroom.formats.switches;

import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Line;
import java.util.function.UnaryOperator;

/**
 * What switches say in one JSON document, under the keys of their texts. Neighbours of a port are
 * counted while it is read, and readings of modules wait for their limits until it ends.
 */
public final class SwitchJson {
  private final FactSink sink;
  private final NeighborsJson neighbors = new NeighborsJson();
  private final EosModules modules = new EosModules();

  public SwitchJson(FactSink sink) {
    this.sink = sink;
  }

  /**
   * Says a member of an object again if a switch's text has it too.
   *
   * @param path of the object or list
   * @param member what the object says of a name; blank if nothing
   */
  public void take(Line line, String path, UnaryOperator<String> member, String key, String value) {
    EosJson.say(line, path, key, value, sink);
    NxosJson.say(line, path, member, key, value, sink);
    neighbors.take(line, path, member, key, value, sink);
    modules.take(line, path, key, value, sink);
  }

  /** The document is over, or breaks off. */
  public void finish() {
    modules.finish(sink);
  }
}

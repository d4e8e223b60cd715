package dev.headroom.formats.switches.eos;

import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.TextLine;
import dev.headroom.formats.switches.SwitchJsonMembers;
import java.util.function.UnaryOperator;

/**
 * Reader of the members of one JSON document of EOS; module readings wait until its end for their
 * limits.
 */
final class EosJsonMembers implements SwitchJsonMembers {
  private final FactSink sink;
  private final EosModules modules = new EosModules();

  EosJsonMembers(FactSink sink) {
    this.sink = sink;
  }

  @Override
  public void take(
      TextLine line, String path, UnaryOperator<String> member, String key, String value) {
    EosJson.addNormalized(line, path, key, value, sink);
    modules.take(line, path, key, value, sink);
  }

  @Override
  public void finish() {
    modules.finish(sink);
  }
}

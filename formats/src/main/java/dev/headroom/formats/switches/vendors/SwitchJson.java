package dev.headroom.formats.switches.vendors;

import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.TextLine;
import dev.headroom.formats.switches.SwitchJsonMembers;
import dev.headroom.formats.switches.table.NeighborsJson;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Reader of one JSON document of a switch, with the keys of the text outputs. Neighbours of a port
 * are counted while it is read; a vendor may keep what has to wait for the end.
 */
public final class SwitchJson implements SwitchJsonMembers {
  private final List<SwitchJsonMembers> members;

  public SwitchJson(FactSink sink) {
    members =
        Stream.concat(
                SwitchVendors.each().map(vendor -> vendor.json(sink)).flatMap(Optional::stream),
                Stream.of(new NeighborsJson(sink)))
            .toList();
  }

  @Override
  public void take(
      TextLine line, String path, UnaryOperator<String> member, String key, String value) {
    members.forEach(each -> each.take(line, path, member, key, value));
  }

  @Override
  public void finish() {
    members.forEach(SwitchJsonMembers::finish);
  }
}

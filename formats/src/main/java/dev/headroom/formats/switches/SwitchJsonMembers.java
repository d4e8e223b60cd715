package dev.headroom.formats.switches;

import dev.headroom.formats.read.TextLine;
import java.util.function.UnaryOperator;

/** Reader of object members in one JSON document of a switch, with the keys of its text outputs. */
public interface SwitchJsonMembers {
  /**
   * Says a member of an object again if a switch's text has it too.
   *
   * @param path of the object or list
   * @param member what the object says of a name; blank if nothing
   */
  void take(TextLine line, String path, UnaryOperator<String> member, String key, String value);

  /** The document is over, or breaks off. */
  default void finish() {}
}

package dev.headroom.formats.emit;

import dev.headroom.formats.host.HostFacts;
import java.util.List;

/** Syntax of a configuration: how its statements are read, edited and given to the device. */
public interface ConfigSyntax {
  /** Statements of a configuration that was read. */
  List<PlacedStatement> statements(HostFacts host);

  /**
   * The text of a configuration with edits, as the device would have it afterwards.
   *
   * @param text of the file; empty for a new one
   */
  String apply(String text, List<StatementEdit> edits);

  /**
   * What makes these edits on the device, and what takes them back.
   *
   * @param name of the step, for files
   * @param before the configuration before these edits
   */
  Script script(String name, ConfigState before, List<StatementEdit> edits);

  /**
   * Commands and files.
   *
   * @param commands in order
   * @param undo in order
   * @param notes limits of the way in which the device takes them; a sentence each
   */
  record Script(
      List<String> commands, List<String> undo, List<EmittedFile> files, List<String> notes) {
    /** Keeps copies. */
    public Script {
      commands = List.copyOf(commands);
      undo = List.copyOf(undo);
      files = List.copyOf(files);
      notes = List.copyOf(notes);
    }

    /** Without files. */
    public static Script of(List<String> commands, List<String> undo) {
      return new Script(commands, undo, List.of(), List.of());
    }
  }
}

package dev.headroom.formats.nic;

import java.util.List;

/**
 * Command that sets QoS of a NIC, with its way back.
 *
 * @param command for a shell
 * @param undo commands that take it back; empty if no input says what was there
 */
record QosLine(String command, List<String> undo) {
  /** Keeps a copy. */
  QosLine {
    undo = List.copyOf(undo);
  }

  /** With one command of the way back, or none if it is blank. */
  QosLine(String command, String undo) {
    this(command, undo.isEmpty() ? List.of() : List.of(undo));
  }
}

package dev.headroom.formats.emit;

import java.util.List;

/**
 * Step of an emission: what to do, how to see that it is done, how to take it back.
 *
 * @param step its place in the order
 * @param edits the statements of this step
 * @param commands what to type or run, line by line
 * @param checks commands that show the result
 * @param undo commands that restore the state before this step
 * @param files that the commands name
 * @param warnings about effects of the step on traffic; a sentence each
 */
public record EmittedStep(
    EmitStep step,
    List<StatementEdit> edits,
    List<String> commands,
    List<String> checks,
    List<String> undo,
    List<EmittedFile> files,
    List<String> warnings) {

  /** Keeps copies. */
  public EmittedStep {
    edits = List.copyOf(edits);
    commands = List.copyOf(commands);
    checks = List.copyOf(checks);
    undo = List.copyOf(undo);
    files = List.copyOf(files);
    warnings = List.copyOf(warnings);
  }
}

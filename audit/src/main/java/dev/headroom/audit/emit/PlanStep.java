package dev.headroom.audit.emit;

import dev.headroom.formats.emit.EmittedStep;

/**
 * Step of a plan: one part of one device.
 *
 * @param number from 1, in the order to take them
 * @param part the network interface; blank for the device as a whole
 */
public record PlanStep(
    int number,
    PlanPhase phase,
    String device,
    boolean isSwitch,
    EmitLanguage language,
    String part,
    EmittedStep step) {
  /** {@code marking of leaf1 (SONiC)}, with the interface where there is one. */
  public String title() {
    return "%s of %s%s (%s)"
        .formatted(step.step().title(), device, part.isEmpty() ? "" : " " + part, language.title());
  }

  /** Files of its folder begin so: {@code 03-marking}. */
  public String fileStem() {
    String of = part.isEmpty() ? "" : "-" + part;
    return "%03d-%s-%s%s".formatted(number, step.step().key(), language.word(), of);
  }
}

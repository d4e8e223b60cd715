package dev.headroom.audit.emit;

import dev.headroom.formats.emit.EmitStep;
import java.util.Locale;

/**
 * Phase of a plan: all devices take it before the next one begins. A class is lossless at both ends
 * of a link before packets go into it, and stays so until none do.
 */
public enum PlanPhase {
  PREPARE_SWITCHES("switches: buffers, PFC of new classes, queues and marks"),
  PREPARE_HOSTS("hosts: MTU, PFC of new classes, shares"),
  SWITCH_CLASSES("switches: classes of DSCPs"),
  HOST_CLASSES("hosts: classes of DSCPs, congestion control, variables of jobs"),
  RETIREMENT("end of PFC on classes that are lossless no longer"),
  WATCHDOG("PFC watchdog");

  private final String title;

  PlanPhase(String title) {
    this.title = title;
  }

  public String title() {
    return title;
  }

  /** As JSON names it: {@code prepare-switches}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The phase of a step. */
  static PlanPhase of(EmitStep step, boolean isSwitch) {
    return switch (step) {
      case LINK, BUFFERS, PAUSE, QUEUES, SCHEDULING, MARKING ->
          isSwitch ? PREPARE_SWITCHES : PREPARE_HOSTS;
      case CLASSES -> isSwitch ? SWITCH_CLASSES : HOST_CLASSES;
      case CONTROL -> HOST_CLASSES;
      case RETIREMENT -> RETIREMENT;
      case WATCHDOG -> WATCHDOG;
    };
  }
}

package dev.headroom.audit.emit;

import java.util.List;

/** Check of a plan for ports that have flow control before it and lack it in between. */
final class FlowControlCheck {
  private FlowControlCheck() {}

  static List<FlowControlGap> gaps(
      List<WantedDevice> wanted,
      List<DeviceEmission> devices,
      List<PlanStep> steps,
      EmitBundle bundle) {
    return List.of();
  }
}

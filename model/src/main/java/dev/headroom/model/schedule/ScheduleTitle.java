package dev.headroom.model.schedule;

import dev.headroom.model.collective.NcclProtocol;

/** Title of a schedule. */
final class ScheduleTitle {
  private ScheduleTitle() {}

  /** Such as "ring all-reduce, LL128, 4 channels". */
  static String of(String what, NcclProtocol protocol, int channels) {
    return "%s, %s, %d channel%s"
        .formatted(what, protocol.ncclName(), channels, channels == 1 ? "" : "s");
  }
}

package dev.headroom.model.schedule;

import dev.headroom.model.collective.NcclProtocol;

/** Pace of a schedule's workers, and protocol of its messages. */
public interface SchedulePacing {

  /** The same for all. */
  static SchedulePacing same(CollectivePace pace, NcclProtocol protocol) {
    return new SchedulePacing() {
      @Override
      public CollectivePace pace(int worker) {
        return pace;
      }

      @Override
      public NcclProtocol protocol(int line) {
        return protocol;
      }

      @Override
      public long shortestPs() {
        return pace.shortestPs();
      }
    };
  }

  CollectivePace pace(int worker);

  NcclProtocol protocol(int line);

  /** No effect of one GPU on another comes sooner than this, in picoseconds. */
  long shortestPs();
}

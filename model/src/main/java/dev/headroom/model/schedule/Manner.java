package dev.headroom.model.schedule;

import dev.headroom.model.collective.Protocol;

/** Pace of a schedule's workers, and protocol of its messages. */
public interface Manner {

  /** The same for all. */
  static Manner same(Pace pace, Protocol protocol) {
    return new Manner() {
      @Override
      public Pace pace(int worker) {
        return pace;
      }

      @Override
      public Protocol protocol(int line) {
        return protocol;
      }

      @Override
      public long shortestPs() {
        return pace.shortestPs();
      }
    };
  }

  Pace pace(int worker);

  Protocol protocol(int line);

  /** No effect of one GPU on another comes sooner than this, in picoseconds. */
  long shortestPs();
}

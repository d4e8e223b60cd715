package dev.headroom.sim.host;

/** Times at which software can find in memory what its NIC has received or completed. */
interface MemoryVisibility {
  /** Of a host that is ideal: as soon as the NIC knows it. */
  MemoryVisibility IDEAL =
      new MemoryVisibility() {
        @Override
        public long deliveredPs(long nowPs) {
          return nowPs;
        }

        @Override
        public long completedPs(long nowPs) {
          return nowPs;
        }
      };

  /** The transport has the last of a flow; returns when its data is there. */
  long deliveredPs(long nowPs);

  /** The transport knows that a flow is done; returns when its completion is there. */
  long completedPs(long nowPs);
}

package dev.headroom.sim.fabric;

/** Schedule of the changes of links and routes in a run, known beforehand, in order of time. */
public interface LinkEventSchedule {
  /** Whether anything does. */
  boolean isSome();

  /** When the change of a number happens, {@code Long.MAX_VALUE} if there are not so many. */
  long atPs(int index);

  /** It happens in a partition, which changes its own ends of links and its own switches. */
  void apply(int index, Partition partition, long nowPs);
}

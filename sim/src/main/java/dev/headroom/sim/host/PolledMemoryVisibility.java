package dev.headroom.sim.host;

/** Memory that software polls. */
record PolledMemoryVisibility(MemoryVisibility memory, HostCompletionQueue queue)
    implements MemoryVisibility {
  @Override
  public long deliveredPs(long nowPs) {
    return queue.foundPs(memory.deliveredPs(nowPs));
  }

  @Override
  public long completedPs(long nowPs) {
    return queue.foundPs(memory.completedPs(nowPs));
  }
}

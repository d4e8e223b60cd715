package dev.headroom.sim.host;

/** Memory that software polls. */
record PolledMemory(Memory memory, CompletionQueue queue) implements Memory {
  @Override
  public long deliveredPs(long nowPs) {
    return queue.foundPs(memory.deliveredPs(nowPs));
  }

  @Override
  public long completedPs(long nowPs) {
    return queue.foundPs(memory.completedPs(nowPs));
  }
}

package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** Processor that posts work requests and rings the doorbell. */
public enum WorkRequestPoster implements Keyword {
  /** A thread of the CPU, by itself. */
  CPU,
  /** A thread of the CPU, for a GPU that asks it to. */
  PROXY,
  /** The GPU. */
  GPU;

  /** Whether a thread of the CPU does it. */
  public boolean isThread() {
    return this != GPU;
  }

  @Override
  public String toString() {
    return word();
  }
}

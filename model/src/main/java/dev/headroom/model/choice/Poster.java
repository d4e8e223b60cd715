package dev.headroom.model.choice;

import dev.headroom.unit.Word;

/** Processor that posts work requests and rings the doorbell. */
public enum Poster implements Word {
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

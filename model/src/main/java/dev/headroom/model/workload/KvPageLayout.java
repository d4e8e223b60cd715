package dev.headroom.model.workload;

import dev.headroom.unit.Keyword;

/** Placement of keys in a page of the KV cache. */
enum KvPageLayout implements Keyword {
  /** Apart from values, so that it is two work requests. */
  APART,
  /** Side by side with them. */
  TOGETHER;

  @Override
  public String toString() {
    return word();
  }
}

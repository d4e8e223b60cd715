package dev.headroom.model.workload;

import dev.headroom.unit.Word;

/** The place of keys in a page of keys and values. */
enum PageKeys implements Word {
  /** Apart from values, so that it is two work requests. */
  APART,
  /** Side by side with them. */
  TOGETHER;

  @Override
  public String toString() {
    return word();
  }
}

package dev.headroom.model.workload;

import dev.headroom.unit.Word;

/** The operation that is asked of storage. */
enum StorageOperation implements Word {
  READ,
  WRITE;

  @Override
  public String toString() {
    return word();
  }
}

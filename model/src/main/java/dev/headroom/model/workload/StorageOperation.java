package dev.headroom.model.workload;

import dev.headroom.unit.Word;

/** Operation of storage requests: read or write. */
enum StorageOperation implements Word {
  READ,
  WRITE;

  @Override
  public String toString() {
    return word();
  }
}

package dev.headroom.model.workload;

import dev.headroom.unit.Keyword;

/** Operation of storage requests: read or write. */
enum StorageOperation implements Keyword {
  READ,
  WRITE;

  @Override
  public String toString() {
    return word();
  }
}

package dev.headroom.wire.memory;

import java.io.IOException;

/** What a program with a limit of 64 KiB is told; in a process of its own. */
final class LimitedMemory {
  private LimitedMemory() {}

  public static void main(String[] args) throws IOException {
    try (MemoryMapping little = MemoryMapping.of(32 << 10, PageKind.BASE);
        MemoryMapping much = MemoryMapping.of(1 << 20, PageKind.BASE)) {
      little.touch();
      little.lock();
      System.out.println(LockedMemory.now().locked() / 1024 + " KiB are locked");
      System.out.println(
          "frames are " + (PageFrames.of(little.memory()).isPresent() ? "shown" : "hidden"));
      much.lock();
    } catch (NoMemoryException e) {
      System.out.println(e.getMessage());
    }
  }
}

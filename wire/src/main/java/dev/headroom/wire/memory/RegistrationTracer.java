package dev.headroom.wire.memory;

import dev.headroom.model.memory.TranslationTable;
import dev.headroom.model.text.FailureMessage;
import dev.headroom.unit.Size;
import dev.headroom.wire.linux.LinuxMemory;
import dev.headroom.wire.verbs.Access;
import dev.headroom.wire.verbs.ConnectionSettings;
import dev.headroom.wire.verbs.Device;
import dev.headroom.wire.verbs.MemoryRegion;
import dev.headroom.wire.verbs.ProtectionDomain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntConsumer;

/**
 * Registration of memory of this process, step by step, with a test that the device can use it
 * ({@link RegionWriteTest}).
 *
 * <p>A device in software pins nothing; there the pages are pinned here ({@code mlock}), as a
 * driver would.
 */
public final class RegistrationTracer {
  private final Device device;
  private final boolean driverPins;
  private final ConnectionSettings settings;
  private final Map<RegistrationStep, long[]> times = new EnumMap<>(RegistrationStep.class);

  /**
   * @param driverPins whether the device's own driver pins what is registered
   * @param settings of the connection over which the memory is tried
   */
  public RegistrationTracer(Device device, boolean driverPins, ConnectionSettings settings) {
    this.device = device;
    this.driverPins = driverPins;
    this.settings = settings;
  }

  /**
   * Registers memory a few times, each time other memory.
   *
   * @param bytes over 0; as many pages as hold them
   * @param rounds at least 1
   * @param begun told before each round how many are done
   * @throws NoMemoryException if memory cannot be had, pinned or registered
   */
  public RegistrationTrace trace(long bytes, PageKind pages, int rounds, IntConsumer begun)
      throws IOException, InterruptedException {
    for (RegistrationStep step : RegistrationStep.values()) {
      times.put(step, new long[rounds]);
    }
    RegistrationTrace last = null;
    for (int round = 0; round < rounds; round++) {
      begun.accept(round);
      last = round(bytes, pages, round);
    }
    if (last == null) {
      throw new IllegalArgumentException(rounds + " rounds; valid is at least 1");
    }
    return last;
  }

  private RegistrationTrace round(long bytes, PageKind pages, int round)
      throws IOException, InterruptedException {
    LockedMemory before = LockedMemory.now();
    try (MemoryMapping mapping = MemoryMapping.of(bytes, pages)) {
      MemorySegment memory = mapping.memory();
      timed(RegistrationStep.FAULT, round, mapping::touch);
      if (!driverPins) {
        timed(RegistrationStep.PIN, round, mapping::lock);
      }
      ProtectionDomain domain = device.allocateProtectionDomain();
      long began = System.nanoTime();
      MemoryRegion region = register(domain, memory); // closed as a step, or with the device
      took(RegistrationStep.REGISTER, round, began);
      LockedMemory during = LockedMemory.now();
      Optional<TranslationTable> table = table(memory);
      RegistrationTrace.Transfer transfer = RegionWriteTest.of(device, domain, region, settings);
      of(RegistrationStep.TRANSFER)[round] = transfer.nanoseconds();
      timed(
          RegistrationStep.RELEASE,
          round,
          () -> {
            region.close();
            if (!driverPins) {
              mapping.unlock();
            }
          });
      return new RegistrationTrace(
          memory.byteSize(),
          pages.size().bytes(),
          medians(round + 1),
          before,
          during,
          region.lkey(),
          region.rkey(),
          table,
          transfer);
    }
  }

  private static MemoryRegion register(ProtectionDomain domain, MemorySegment memory)
      throws NoMemoryException {
    try {
      return domain.register(memory, Set.of(Access.LOCAL_WRITE));
    } catch (UncheckedIOException e) {
      String why = FailureMessage.of(e);
      throw new NoMemoryException(why + "; " + LockedMemory.now().tooLittle(), e);
    }
  }

  private static Optional<TranslationTable> table(MemorySegment memory) throws IOException {
    return PageFrames.of(memory)
        .map(frames ->
            TranslationTable.of(
                memory.address(), memory.byteSize(), new Size(LinuxMemory.pageBytes()), frames));
  }

  /** A step. */
  private interface Act {
    void run() throws IOException;
  }

  private void timed(RegistrationStep step, int round, Act act) throws IOException {
    long began = System.nanoTime();
    act.run();
    took(step, round, began);
  }

  private void took(RegistrationStep step, int round, long began) {
    of(step)[round] = System.nanoTime() - began;
  }

  private long[] of(RegistrationStep step) {
    return times.getOrDefault(step, new long[0]);
  }

  private Map<RegistrationStep, Long> medians(int rounds) {
    Map<RegistrationStep, Long> medians = new EnumMap<>(RegistrationStep.class);
    for (RegistrationStep step : RegistrationStep.values()) {
      if (step != RegistrationStep.PIN || !driverPins) {
        long[] sorted = Arrays.copyOf(of(step), rounds);
        Arrays.sort(sorted);
        medians.put(step, sorted[(rounds - 1) / 2]);
      }
    }
    return medians;
  }
}

package dev.headroom.wire.soft;

import dev.headroom.wire.verbs.Access;
import dev.headroom.wire.verbs.CompletionQueue;
import dev.headroom.wire.verbs.ConnectionSettings;
import dev.headroom.wire.verbs.MemoryRegion;
import dev.headroom.wire.verbs.ProtectionDomain;
import dev.headroom.wire.verbs.QueuePair;
import dev.headroom.wire.verbs.QueuePairLimits;
import dev.headroom.wire.verbs.QueuePairType;
import dev.headroom.wire.verbs.ScatterGather;
import dev.headroom.wire.verbs.SharedReceiveQueue;
import dev.headroom.wire.verbs.WorkCompletion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Two devices on a network in memory, connected by one queue pair each. */
final class TwoEnds implements AutoCloseable {
  static final int REGION = 64 * 1024;

  /** One side. */
  static final class End {
    final SoftDevice device;
    final ProtectionDomain domain;
    final CompletionQueue queue;
    final QueuePair pair;
    final MemorySegment memory = MemorySegment.ofArray(new byte[REGION + 2 * 4096]);

    /** In the middle of the memory; what lies around it must never change. */
    final MemoryRegion region;

    final List<WorkCompletion> completions = new ArrayList<>();

    /** Where its receives are posted; empty if the queue pair has its own. */
    final Optional<SharedReceiveQueue> shared;

    private End(SoftDevice device, QueuePairType type, boolean shares, Access... access) {
      this.device = device;
      domain = device.allocateProtectionDomain();
      queue = device.createCompletionQueue(65_536);
      shared = shares ? Optional.of(domain.createSharedReceiveQueue(4096)) : Optional.empty();
      pair = domain.createQueuePair(type, new QueuePairLimits(4096, 4096), queue, queue, shared);
      memory.fill((byte) 0x5a);
      region = domain.register(memory.asSlice(4096, REGION), EnumSet.of(access[0], access));
      region.memory().fill((byte) 0);
    }

    void postReceive(long id, ScatterGather... room) {
      if (shared.isPresent()) {
        shared.get().postReceive(id, room);
      } else {
        pair.postReceive(id, room);
      }
    }

    boolean isUntouchedAround() {
      for (int i = 0; i < 4096; i++) {
        if (memory.get(ValueLayout.JAVA_BYTE, i) != 0x5a
            || memory.get(ValueLayout.JAVA_BYTE, 4096 + REGION + i) != 0x5a) {
          return false;
        }
      }
      return true;
    }

    void collect() {
      Optional<WorkCompletion> next = queue.poll();
      while (next.isPresent()) {
        completions.add(next.get());
        next = queue.poll();
      }
    }
  }

  final RoughNetwork network;
  final End a;
  final End b;

  TwoEnds(RoughNetwork.Weather weather, long seed, ConnectionSettings settings, Access... access) {
    this(weather, seed, QueuePairType.RC, false, access.length == 0 ? Access.values() : access);
    a.pair.connect(b.pair.self(), settings);
    b.pair.connect(a.pair.self(), settings);
  }

  /** Of any type, not connected yet. */
  TwoEnds(
      RoughNetwork.Weather weather,
      long seed,
      QueuePairType type,
      boolean shared,
      Access... access) {
    this(weather, seed, type, shared, SoftDcqcnSettings.DEFAULT, access);
  }

  TwoEnds(
      RoughNetwork.Weather weather,
      long seed,
      QueuePairType type,
      boolean shared,
      SoftDcqcnSettings control,
      Access... access) {
    network = new RoughNetwork(weather, seed);
    a = new End(device(0x0a000001, control), type, shared, access);
    b = new End(device(0x0a000002, control), type, shared, access);
  }

  private SoftDevice device(int address, SoftDcqcnSettings control) {
    SoftDevice device = new SoftDevice(network.link(address), network::nowNs, new SecureRandom());
    device.control(control);
    return device;
  }

  /** Lets time go by until something is so; false if nothing more would happen before that. */
  boolean until(BooleanSupplier done) {
    try {
      for (int step = 0; step < 5_000_000; step++) {
        boolean busy = a.device.progress();
        busy |= b.device.progress();
        a.collect();
        b.collect();
        if (done.getAsBoolean()) {
          return true;
        }
        if (!busy) {
          long next = Math.min(network.nextNs(), Math.min(a.device.wakeNs(), b.device.wakeNs()));
          if (next == Long.MAX_VALUE) {
            return false;
          }
          network.advance(next);
        }
      }
      throw new AssertionError("it goes on and on");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Lets time go by until nothing more happens. */
  void settle() {
    until(() -> false);
  }

  @Override
  public void close() {
    a.device.close();
    b.device.close();
  }
}

package dev.headroom.sim.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Devices that run by themselves do what they do where one queue holds all events. */
final class PartitionSchedulerTest {
  private static final long SALT = 7;
  private static final int ARRIVAL = 2;
  private static final int TIMER = 8;
  private static final long END_PS = 400_000_000;

  @ParameterizedTest(name = "{0} devices, ring {1}, lookahead {2}, seed {3}")
  @CsvSource({
    "6, true, 1000000, 1", // an even ring: two sides
    "7, true, 1000000, 2", // an odd one: no two sides
    "70, false, 1000000, 3", // a line, in two blocks of the roster
    "5, false, 150000, 4",
    "5, true, 60000, 5",
    "4, true, 3000000, 6", // windows are cut to what a word holds
    "2, false, 9000000, 7",
    "1, false, 1000000, 8",
  })
  void shouldRunEachDeviceAsInOneOrder(int devices, boolean ring, long lookaheadPs, long seed) {
    World together = new World(devices, ring, lookaheadPs, seed, false);
    World apart = new World(devices, ring, lookaheadPs, seed, true);
    together.partitionScheduler.advance(END_PS);
    SplittableRandom steps = new SplittableRandom(seed);
    for (long at = 0; at < END_PS; at += steps.nextLong(2 * lookaheadPs) + 1) {
      apart.partitionScheduler.advance(at);
      assertThat(apart.partitionScheduler.nextPs())
          .as("all before it has happened")
          .isGreaterThanOrEqualTo(at);
    }
    apart.partitionScheduler.advance(END_PS);
    assertThat(apart.happened).isEqualTo(together.happened);
    assertThat(apart.partitionScheduler.executed())
        .isEqualTo(together.partitionScheduler.executed());
    assertThat(apart.partitionScheduler.lastPs()).isEqualTo(together.partitionScheduler.lastPs());
    assertThat(together.partitionScheduler.executed())
        .isGreaterThan(END_PS / lookaheadPs * devices);
  }

  @Test
  void shouldTakeMoreEventsOfAWindowThanItHasPlacesFor() {
    World together = new World(2, false, 1_000_000, 9, false);
    World apart = new World(2, false, 1_000_000, 9, true);
    for (World world : List.of(together, apart)) {
      for (int i = 0; i < 5_000; i++) {
        world
            .partitionScheduler
            .eventQueueOf(0)
            .schedule(1_000 + i % 3, TIMER, (i + 1) * world.devices);
      }
      world.partitionScheduler.advance(20_000_000);
    }
    assertThat(apart.happened.getFirst()).hasSizeGreaterThan(5_000);
    assertThat(apart.happened).isEqualTo(together.happened);
  }

  @Test
  void shouldTellOfAllThatIsPending() {
    PartitionScheduler partitionScheduler =
        new World(3, false, 1_000_000, 10, true).partitionScheduler;
    partitionScheduler.advance(1); // nothing was scheduled so early
    partitionScheduler.eventQueueOf(1).schedule(5_000, 5, 1);
    partitionScheduler.eventQueueOf(2).schedule(1L << 45, 5, 2);
    List<Integer> fives = new ArrayList<>();
    boolean all =
        partitionScheduler.all(key -> {
          if (EventKey.kind(key) == 5) {
            fives.add(EventKey.entity(key));
          }
          return true;
        });
    assertThat(all).isTrue();
    assertThat(fives).containsExactlyInAnyOrder(1, 2);
    assertThat(partitionScheduler.all(key -> EventKey.entity(key) != 2 || EventKey.kind(key) != 5))
        .isFalse();
  }

  @Test
  void shouldKnowTheTimeOfWhatIsOnNobodysAgenda() {
    PartitionScheduler partitionScheduler =
        new World(3, false, 1_000_000, 11, true).partitionScheduler;
    partitionScheduler.advance(3_000_000);
    partitionScheduler.setTime(3_000_000);
    assertThat(partitionScheduler.eventQueueOf(2).timePs()).isEqualTo(3_000_000);
    assertThat(partitionScheduler.lastPs()).isEqualTo(3_000_000);
  }

  /**
   * Devices in a line or ring. What happens to one makes it set timers and write to its neighbours,
   * as its own random numbers have it: any other order would lead it elsewhere for good.
   */
  private static final class World implements PartitionScheduler.EventHandler {
    final int devices;
    final PartitionScheduler partitionScheduler;
    final List<List<String>> happened = new ArrayList<>();
    private final boolean ring;
    private final long lookaheadPs;
    private final SplittableRandom[] random;
    private final int[] agendaOf;

    /** Towards each device, from the one before and the one behind it: times of arrival. */
    private final List<Deque<Long>> wires = new ArrayList<>();

    private final List<Integer> known = new ArrayList<>();

    World(int devices, boolean ring, long lookaheadPs, long seed, boolean apart) {
      this.devices = devices;
      this.ring = ring;
      this.lookaheadPs = lookaheadPs;
      random = new SplittableRandom[devices];
      agendaOf = new int[devices];
      boolean twoSides = !ring || devices % 2 == 0;
      int next = 0;
      for (int side = 0; side < 2; side++) {
        for (int device = 0; device < devices; device++) {
          if ((twoSides ? device % 2 : 0) == side) {
            agendaOf[device] = next++;
          }
        }
      }
      int second = twoSides ? (devices + 1) / 2 : devices;
      partitionScheduler =
          apart
              ? PartitionScheduler.byDevice(new int[devices], second, lookaheadPs, SALT, this)
              : PartitionScheduler.inOneOrder(false, SALT, this);
      for (int device = 0; device < devices; device++) {
        random[device] = new SplittableRandom(31 * seed + device);
        happened.add(new ArrayList<>());
        wires.add(new ArrayDeque<>());
        wires.add(new ArrayDeque<>());
        partitionScheduler.eventQueueOf(agendaOf[device]).schedule(10 + device % 3, TIMER, device);
      }
    }

    private DeviceEventQueue agenda(int device) {
      return partitionScheduler.eventQueueOf(agendaOf[device]);
    }

    @Override
    public void eventPending(long key, long atPs) {
      if (EventKey.kind(key) == ARRIVAL && wires.get(EventKey.entity(key)).element() == atPs) {
        known.add(EventKey.entity(key));
      }
    }

    @Override
    public void prefetchArrivals(DeviceEventQueue deviceEventQueue, long endPs) {
      for (int wire : known) {
        wires.get(wire).stream()
            .skip(1)
            .takeWhile(atPs -> atPs < endPs)
            .forEach(atPs -> deviceEventQueue.addArrival(atPs, ARRIVAL, wire));
      }
      known.clear();
    }

    @Override
    public void handleEvent(long key, long atPs) {
      int entity = EventKey.entity(key);
      boolean arrives = EventKey.kind(key) == ARRIVAL;
      int device = arrives ? entity / 2 : entity % devices;
      happened.get(device).add(atPs + " " + key);
      assertThat(agenda(device).timePs()).isEqualTo(atPs);
      if (arrives) {
        Deque<Long> wire = wires.get(entity);
        assertThat(wire.remove()).isEqualTo(atPs);
        Long behind = wire.peek();
        if (behind != null && !agenda(device).isPrefetched(behind)) {
          agenda(device).schedule(behind, ARRIVAL, entity);
        }
      }
      if (!arrives && entity == device) { // the only one that goes on for ever
        agenda(device).schedule(atPs + 1 + random[device].nextLong(lookaheadPs), TIMER, device);
      }
      act(device, atPs);
    }

    private void act(int device, long nowPs) {
      SplittableRandom own = random[device];
      if (own.nextInt(3) == 0) {
        agenda(device)
            .schedule(nowPs + timerPs(own), TIMER, device + devices * (1 + own.nextInt(9)));
      }
      int choice = own.nextInt(5);
      if (choice < 2) {
        int to = choice == 0 ? device + 1 : device - 1;
        if (ring) {
          to = Math.floorMod(to, devices);
        }
        if (to != device && to >= 0 && to < devices) {
          send(2 * to + choice, to, nowPs + lookaheadPs + own.nextLong(lookaheadPs));
        }
      }
    }

    /** Often at once or in ties, sometimes far away. */
    private long timerPs(SplittableRandom own) {
      return switch (own.nextInt(6)) {
        case 0 -> 0;
        case 1 -> 81_920;
        case 2 -> 100 * lookaheadPs;
        default -> own.nextLong(2 * lookaheadPs);
      };
    }

    private void send(int wireNumber, int to, long atPs) {
      Deque<Long> wire = wires.get(wireNumber);
      if (wire.isEmpty()) {
        wire.add(atPs);
        agenda(to).schedule(atPs, ARRIVAL, wireNumber);
      } else {
        wire.add(Math.max(atPs, wire.getLast()));
      }
    }
  }
}

package dev.headroom.model.storage;

import dev.headroom.model.collective.NcclProtocol;
import dev.headroom.model.schedule.CollectivePace;
import dev.headroom.model.schedule.Schedule;
import dev.headroom.model.schedule.SchedulePacing;
import dev.headroom.model.schedule.WorkerStep;
import dev.headroom.unit.CountedNoun;

/**
 * Schedule of storage requests, as workers, steps and lines.
 *
 * <p>Workers, in this order: of each slot an application, which moves nothing and so remembers when
 * it asked and was answered; of each slot a driver, which sends commands and moves data; of each
 * slot and server a front, which hears commands and waits for the drive, and a drive, which reads
 * or writes. Lines of a slot: to its driver and back; of a slot and server: commands, leave to
 * send, data, completions, and from front to drive.
 *
 * <p>The drives of a server share their rate: a request takes its bytes at the rate over those that
 * are at work when it begins. So does, without GPUDirect Storage, what is copied between host
 * memory and GPUs.
 */
public final class StorageSchedule implements Schedule, SchedulePacing {
  private static final int OF_SLOT = 2;
  private static final int OF_PAIR = 5;
  private static final int COMMAND = 0;
  private static final int READY = 1;
  private static final int DATA = 2;
  private static final int DONE = 3;
  private static final int DRIVE = 4;

  private final StorageRequests requests;
  private final long latencyPs;
  private final int slots;
  private final int targets;
  private final CollectivePace application;
  private final CollectivePace driver;
  private final CollectivePace drive;

  /**
   * @param latencyPs of a drive, which requests spend side by side
   * @param drivePsPerByte of all drives of a server
   * @param copyPsPerByte of what is copied between host memory and GPUs; 0: nothing is
   */
  public StorageSchedule(
      StorageRequests asked, long latencyPs, double drivePsPerByte, double copyPsPerByte) {
    this.requests = asked;
    this.latencyPs = latencyPs;
    slots = asked.slots();
    targets = asked.targets().length;
    application = pace(0, 0);
    driver = pace(0, copyPsPerByte);
    drive = pace(drivePsPerByte, 0);
  }

  private static CollectivePace pace(double psPerByte, double hostPsPerByte) {
    return new CollectivePace(
        0,
        new CollectivePace.Delays(0, 0, 0, 0, 0),
        new CollectivePace.Costs(0, 0, psPerByte, hostPsPerByte, 0, 0),
        0,
        false,
        Integer.MAX_VALUE);
  }

  public StorageRequests requests() {
    return requests;
  }

  /** The worker that remembers when a slot asked (even steps) and was answered (odd ones). */
  public int application(int slot) {
    return slot;
  }

  // --- workers ----------------------------------------------------------------------------------

  private int driver(int slot) {
    return slots + slot;
  }

  private int front(int pair) {
    return 2 * slots + pair;
  }

  private int drive(int pair) {
    return 2 * slots + slots * targets + pair;
  }

  private int pair(int slot, int target) {
    return slot * targets + target;
  }

  @Override
  public int workers() {
    return 2 * slots + 2 * slots * targets;
  }

  @Override
  public int rank(int worker) {
    if (worker < 2 * slots) {
      return requests.clients()[worker % slots / requests.depth()];
    }
    return requests.targets()[(worker - 2 * slots) % targets];
  }

  @Override
  public boolean moves(int worker) {
    return worker >= slots && (worker < 2 * slots || worker >= drive(0));
  }

  private boolean requestsData() {
    return requests.writes() && requests.protocol().requestsWriteData();
  }

  @Override
  public int steps(int worker) {
    if (worker < slots) {
      return 2 * requests.ofSlot(worker);
    }
    if (worker < 2 * slots) {
      return (requestsData() ? 3 : 2) * requests.ofSlot(worker - slots);
    }
    int pair = (worker - 2 * slots) % (slots * targets);
    int own = requests.ofTarget(pair / targets, pair % targets);
    return worker < drive(0) && requestsData() ? 2 * own : own;
  }

  @Override
  public void step(int worker, int index, WorkerStep into) {
    if (worker < slots) {
      application(worker, index, into);
    } else if (worker < 2 * slots) {
      driver(worker - slots, index, into);
    } else if (worker < drive(0)) {
      front(worker - front(0), index, into);
    } else {
      into.working(requests.blockBytes())
          .after(line(worker - drive(0), DRIVE))
          .to(line(worker - drive(0), requests.writes() ? DONE : DATA));
    }
  }

  private void application(int slot, int index, WorkerStep into) {
    if (index % 2 == 0) {
      into.lasting(0).to(OF_SLOT * slot);
    } else {
      into.lasting(0).after(OF_SLOT * slot + 1);
    }
  }

  private void driver(int slot, int index, WorkerStep into) {
    int phases = requestsData() ? 3 : 2;
    int pair = pair(slot, requests.targetOf(slot, index / phases));
    int phase = index % phases;
    if (phase == 0) {
      boolean withData = requests.writes() && !requestsData();
      into.working(withData ? requests.blockBytes() : 0)
          .after(OF_SLOT * slot)
          .to(line(pair, COMMAND));
    } else if (phase == 1 && requestsData()) {
      into.working(requests.blockBytes()).after(line(pair, READY)).to(line(pair, DATA));
    } else {
      into.working(requests.writes() ? 0 : requests.blockBytes())
          .after(line(pair, requests.writes() ? DONE : DATA))
          .to(OF_SLOT * slot + 1);
    }
  }

  private void front(int pair, int index, WorkerStep into) {
    if (!requestsData()) {
      into.lasting(latencyPs).after(line(pair, COMMAND)).to(line(pair, DRIVE));
    } else if (index % 2 == 0) {
      into.working(0).after(line(pair, COMMAND)).to(line(pair, READY));
    } else {
      into.lasting(latencyPs).after(line(pair, DATA)).to(line(pair, DRIVE));
    }
  }

  // --- lines ------------------------------------------------------------------------------------

  private int line(int pair, int what) {
    return OF_SLOT * slots + OF_PAIR * pair + what;
  }

  @Override
  public int lines() {
    return OF_SLOT * slots + OF_PAIR * slots * targets;
  }

  @Override
  public int sender(int line) {
    if (line < OF_SLOT * slots) {
      int slot = line / OF_SLOT;
      return line % OF_SLOT == 0 ? application(slot) : driver(slot);
    }
    int pair = (line - OF_SLOT * slots) / OF_PAIR;
    return switch ((line - OF_SLOT * slots) % OF_PAIR) {
      case COMMAND -> driver(pair / targets);
      case READY, DRIVE -> front(pair);
      case DATA -> requests.writes() ? driver(pair / targets) : drive(pair);
      default -> drive(pair);
    };
  }

  @Override
  public int receiver(int line) {
    if (line < OF_SLOT * slots) {
      int slot = line / OF_SLOT;
      return line % OF_SLOT == 0 ? driver(slot) : application(slot);
    }
    int pair = (line - OF_SLOT * slots) / OF_PAIR;
    return switch ((line - OF_SLOT * slots) % OF_PAIR) {
      case COMMAND -> front(pair);
      case READY, DONE -> driver(pair / targets);
      case DATA -> requests.writes() ? front(pair) : driver(pair / targets);
      default -> drive(pair);
    };
  }

  @Override
  public int messages(int line) {
    if (line < OF_SLOT * slots) {
      return requests.ofSlot(line / OF_SLOT);
    }
    int pair = (line - OF_SLOT * slots) / OF_PAIR;
    boolean used =
        switch ((line - OF_SLOT * slots) % OF_PAIR) {
          case READY -> requestsData();
          case DATA -> requestsData() || !requests.writes();
          case DONE -> requests.writes();
          default -> true;
        };
    return used ? requests.ofTarget(pair / targets, pair % targets) : 0;
  }

  @Override
  public long bytes(int line, int k) {
    if (line < OF_SLOT * slots) {
      return 0;
    }
    StorageProtocol protocol = requests.protocol();
    return switch ((line - OF_SLOT * slots) % OF_PAIR) {
      case COMMAND ->
          protocol.commandBytes()
              + (requests.writes() && !requestsData() ? requests.blockBytes() : 0);
      case READY -> protocol.readyBytes();
      case DATA ->
          protocol.dataHeaderBytes()
              + requests.blockBytes()
              + (requests.writes() ? 0 : protocol.completionBytes());
      case DONE -> protocol.completionBytes();
      default -> 0;
    };
  }

  // --- how fast ---------------------------------------------------------------------------------

  @Override
  public CollectivePace pace(int worker) {
    if (moves(worker)) {
      return worker < 2 * slots ? driver : drive;
    }
    return application;
  }

  @Override
  public NcclProtocol protocol(int line) {
    return NcclProtocol.SIMPLE;
  }

  /** Hosts act on each other over the network alone. */
  @Override
  public long shortestPs() {
    return Long.MAX_VALUE;
  }

  private String verb(boolean one) {
    return requests.writes() ? one ? "writes to" : "write to" : one ? "reads from" : "read from";
  }

  @Override
  public String description() {
    return "%s %s %s over %s"
        .formatted(
            CountedNoun.of(requests.clients().length, "host"),
            verb(requests.clients().length == 1),
            CountedNoun.of(targets, "server"),
            requests.protocol().word());
  }
}

package dev.headroom.model.schedule;

/**
 * Numbering of the workers and lines of an all-reduce in which some GPUs of each machine are heads:
 * those of {@link NcclNvls} and {@link CollNetDirect}. A channel in a machine is a <em>place</em>,
 * and each place has as many workers and lines, place after place. Those of the {@linkplain
 * SwitchTree network's switches} come last, of each channel and head.
 */
final class HeadNumbering implements SwitchTree.Trunk {
  /** What a worker does with each row. */
  enum Role {
    /** A GPU hands its row out to the heads. */
    GIVES,
    /** A head adds up what the GPUs gave. */
    REDUCES,
    /** A head hands out what was added up elsewhere. */
    HANDS_OUT,
    /** A GPU takes what the heads hand out. */
    TAKES,
    /** A switch of the network adds up what the heads sent. */
    SWITCHES
  }

  /** Where a line leads. */
  enum Way {
    TO_HEAD,
    TO_GPU,
    UP,
    DOWN
  }

  private final ClusterLayout layout;
  private final int channels;
  private final int machines;
  private final int gpus;
  private final int heads;

  /** Workers, and lines, of a place. */
  private final int workersHere;

  private final int linesHere;

  /** What reduces in the network, where anything does. */
  final SwitchTree switches;

  /**
   * @param heads of each machine, at most its GPUs
   */
  HeadNumbering(ClusterLayout layout, int channels, int heads) {
    this.layout = layout;
    this.channels = channels;
    this.heads = heads;
    machines = layout.machines();
    gpus = layout.gpus();
    workersHere = 2 * (gpus + heads);
    linesHere = 2 * (gpus + 1) * heads;
    switches = new SwitchTree(layout.cluster(), channels * heads, workers(), lines(), this);
  }

  // --- places -----------------------------------------------------------------------------------

  int place(int channel, int machine) {
    return channel * machines + machine;
  }

  int channelOf(int place) {
    return place / machines;
  }

  int machineOf(int place) {
    return place % machines;
  }

  /** Whether a GPU of a machine is this head. */
  boolean is(int gpu, int head) {
    return gpuOf(head) == gpu;
  }

  private int gpuOf(int head) {
    return layout.firstGpu(head, heads);
  }

  // --- workers ----------------------------------------------------------------------------------

  /** All but those of switches. */
  int workers() {
    return channels * machines * workersHere;
  }

  int giver(int place, int gpu) {
    return place * workersHere + gpu;
  }

  int reducer(int place, int head) {
    return giver(place, gpus) + head;
  }

  int handingOut(int place, int head) {
    return reducer(place, heads) + head;
  }

  int taker(int place, int gpu) {
    return handingOut(place, heads) + gpu;
  }

  /** The worker of a switch that takes what a head sends. */
  int switchAbove(int place, int head) {
    return switches.reduceReceiver(stream(place, head), machineOf(place));
  }

  /** The worker of a switch that sends to a head. */
  int switchGiving(int place, int head) {
    return switches.broadcastSender(stream(place, head), machineOf(place));
  }

  private int stream(int place, int head) {
    return channelOf(place) * heads + head;
  }

  Role role(int worker) {
    if (switches.has(worker)) {
      return Role.SWITCHES;
    }
    int within = worker % workersHere;
    if (within < gpus + heads) {
      return within < gpus ? Role.GIVES : Role.REDUCES;
    }
    return within < gpus + 2 * heads ? Role.HANDS_OUT : Role.TAKES;
  }

  /** Which GPU of its machine gives or takes, or which head a worker is or works for. */
  int number(int worker) {
    int within = worker % workersHere;
    return switch (role(worker)) {
      case GIVES -> within;
      case REDUCES -> within - gpus;
      case HANDS_OUT -> within - gpus - heads;
      case TAKES -> within - gpus - 2 * heads;
      case SWITCHES -> switches.stream(worker) % heads;
    };
  }

  /** The place of a worker that is no switch's. */
  int placeOfWorker(int worker) {
    return worker / workersHere;
  }

  int channelOfWorker(int worker) {
    return switches.has(worker)
        ? switches.stream(worker) / heads
        : channelOf(placeOfWorker(worker));
  }

  /** The GPU that a worker is on, or the switch. */
  int rank(int worker) {
    int number = number(worker);
    int machine = machineOf(placeOfWorker(worker));
    return switch (role(worker)) {
      case GIVES, TAKES -> layout.rank(machine, number);
      case REDUCES, HANDS_OUT -> layout.rank(machine, gpuOf(number));
      case SWITCHES -> layout.reducer(gpuOf(number), switches.number(worker));
    };
  }

  // --- lines ------------------------------------------------------------------------------------

  /** All but those between switches. */
  int lines() {
    return channels * machines * linesHere;
  }

  int toHead(int place, int gpu, int head) {
    return place * linesHere + gpu * heads + head;
  }

  int toGpu(int place, int gpu, int head) {
    return toHead(place, gpus + gpu, head);
  }

  int lineUp(int place, int head) {
    return toHead(place, 2 * gpus, head);
  }

  int lineDown(int place, int head) {
    return lineUp(place, heads + head);
  }

  Way way(int line) {
    int row = line % linesHere / heads;
    if (row < 2 * gpus) {
      return row < gpus ? Way.TO_HEAD : Way.TO_GPU;
    }
    return row == 2 * gpus ? Way.UP : Way.DOWN;
  }

  int placeOfLine(int line) {
    return line / linesHere;
  }

  int channelOfLine(int line) {
    return switches.hasLine(line)
        ? switches.streamOfLine(line) / heads
        : channelOf(placeOfLine(line));
  }

  /** The head that a line leads to or from, or whose data it carries. */
  int headOfLine(int line) {
    return switches.hasLine(line) ? switches.streamOfLine(line) % heads : line % linesHere % heads;
  }

  /** The GPU of a line to or from one. */
  int gpuOfLine(int line) {
    return line % linesHere / heads % gpus;
  }

  /** The line of a head to the switch. */
  @Override
  public int up(int stream, int machine) {
    return lineUp(place(stream / heads, machine), stream % heads);
  }

  @Override
  public int down(int stream, int machine) {
    return lineDown(place(stream / heads, machine), stream % heads);
  }
}

package dev.headroom.model.schedule;

/**
 * Times of a collective's parts outside the network.
 *
 * @param startPs from the call until the workers run
 * @param delays what a step takes beside its bytes
 * @param costs what a byte takes
 * @param inStep how many workers a thread block has where those of a GPU go through their steps
 *     side by side, so that what one leaves of its GPU's way to others while it waits no other
 *     takes; 0: others take it
 * @param reads whether GPUs fetch what others of their machine have for them, so that who only
 *     receives moves data, too, and takes as long as who passes it on
 * @param window messages of a line that may be on their way over the network
 */
public record CollectivePace(
    long startPs, Delays delays, Costs costs, int inStep, boolean reads, int window) {
  /**
   * Times that do not depend on bytes, in picoseconds.
   *
   * @param hopPs from the end of a step until its message is there, within a machine
   * @param networkPs from the end of a step until its message is handed to the NIC, and from the
   *     NIC until the worker sees it: together
   * @param relayPs what it takes more where another GPU's NIC is used
   * @param busyPs what a step keeps its worker busy beside its bytes
   * @param takePs what a step that sends nothing keeps its worker busy beside its bytes; 0: a step
   *     whose data lies in the GPU takes no time of its own
   */
  public record Delays(long hopPs, long networkPs, long relayPs, long busyPs, long takePs) {}

  /**
   * Times of a byte, in picoseconds.
   *
   * @param workerPsPerByte of what a worker works on at its fastest
   * @param linkPsPerByte of what a worker sends to another GPU of its machine at its fastest; 0: as
   *     fast as it works
   * @param gpuPsPerByte of what all workers of a GPU together send to others of its machine
   * @param hostPsPerByte of what all workers of a GPU together move between it and host memory,
   *     where messages over the network lie there; 0: they lie in the GPU
   * @param ownPsPerByte of what all workers of a GPU together write of its own data to where the
   *     result lies; 0: it lies there already
   * @param switchPsPerByte of what a switch of the network reduces for one NIC
   */
  public record Costs(
      double workerPsPerByte,
      double linkPsPerByte,
      double gpuPsPerByte,
      double hostPsPerByte,
      double ownPsPerByte,
      double switchPsPerByte) {}

  /** Of who moves nothing. */
  public static CollectivePace ofNothing(long startPs) {
    return new CollectivePace(
        startPs,
        new Delays(0, 0, 0, 0, 0),
        new Costs(0, 0, 0, 0, 0, 0),
        0,
        false,
        Integer.MAX_VALUE);
  }

  /** The same, with workers that run from this time on. */
  public CollectivePace startingAt(long ps) {
    return new CollectivePace(ps, delays, costs, inStep, reads, window);
  }

  /** No effect of one GPU on another comes sooner than this. */
  public long shortestPs() {
    return Math.min(
        Math.min(delays.busyPs() + delays.hopPs(), delays.networkPs()), delays.relayPs());
  }
}

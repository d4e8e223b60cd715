package dev.headroom.sim.nic;

import dev.headroom.model.choice.NicFunction;
import dev.headroom.model.choice.WorkRequestPoster;
import dev.headroom.model.knob.NicKnobs;
import dev.headroom.model.knob.Settings;

/**
 * Delays of the parts of a NIC, and of the software that posts to it, in picoseconds.
 *
 * @param posting how work requests come to it
 * @param latencyPs a packet through the NIC, either way
 * @param writePs between two WRITEs or SENDs that a port begins
 * @param readPs between two READs that it asks for or answers
 * @param gapPs between two messages of a queue pair
 * @param contexts where the contexts of queue pairs lie, and what that takes
 * @param bufferBytes frames read ahead of the wire
 * @param moderation work requests that share a completion
 */
public record NicTimes(
    Posting posting,
    long latencyPs,
    long writePs,
    long readPs,
    long gapPs,
    ContextTimes contexts,
    long bufferBytes,
    int moderation) {
  /**
   * What a virtual function takes of a physical one's latency. Stellar (SIGCOMM 2025): 8 B take 7 %
   * more on a ConnectX-7, which is 89 ns of 1.27 us, or 1/6 of twice 270 ns.
   */
  private static final double VIRTUAL_LATENCY = 7.0 / 6;

  /**
   * How work requests come to a NIC.
   *
   * @param askPs one of them, before it comes to the thread that posts, or to the doorbell without
   * @param threaded whether a thread of the CPU posts, the same for all queue pairs
   * @param postPs what a work request takes that thread
   * @param list work requests of a flow that it rings one doorbell for
   * @param openPs what a flow takes it before its first work request
   * @param signalDelayPs from a completion that this thread finds to who asked for it
   * @param blueFlame whether doorbells carry work requests
   * @param inlineBytes messages of up to this size travel within their work request
   */
  public record Posting(
      long askPs,
      boolean threaded,
      long postPs,
      int list,
      long openPs,
      long signalDelayPs,
      boolean blueFlame,
      long inlineBytes) {

    /** Whether what is posted depends on what was posted before it. */
    public boolean isListed() {
      return list > 1 || openPs > 0;
    }

    private static Posting of(Settings own) {
      WorkRequestPoster poster = own.get(NicKnobs.POSTER);
      boolean threaded = poster.isThread();
      long hopPs = poster == WorkRequestPoster.PROXY ? own.get(NicKnobs.PROXY_HOP).ps() : 0;
      return new Posting(
          poster == WorkRequestPoster.CPU ? 0 : own.get(NicKnobs.GPU_POST).ps() + hopPs,
          threaded,
          threaded ? own.get(NicKnobs.POST).ps() : 0,
          threaded ? Math.toIntExact(own.get(NicKnobs.POST_LIST)) : 1,
          threaded ? own.get(NicKnobs.TRANSFER).ps() : 0,
          hopPs,
          threaded && own.get(NicKnobs.BLUE_FLAME), // DOCA GPUNetIO rings a plain doorbell
          own.get(NicKnobs.INLINE).bytes());
    }
  }

  /**
   * Where the contexts of queue pairs lie, and what that takes.
   *
   * @param near contexts where they are worked on
   * @param reloadPs by which one from elsewhere on the chip holds a port up
   * @param onChip contexts on the chip
   * @param missPs by which one from host memory holds it up, beside that
   * @param hiddenShare of that which WRITEs and SENDs hide, 0 to 1
   */
  public record ContextTimes(int near, long reloadPs, int onChip, long missPs, double hiddenShare) {
    private static ContextTimes of(Settings own) {
      return new ContextTimes(
          Math.toIntExact(own.get(NicKnobs.CONTEXTS)),
          own.get(NicKnobs.CONTEXT_RELOAD).ps(),
          Math.toIntExact(own.get(NicKnobs.CONTEXT_CACHE)),
          own.get(NicKnobs.CONTEXT_MISS).ps(),
          own.get(NicKnobs.HIDDEN));
    }
  }

  /** What a scenario says for a host. */
  public static NicTimes of(Settings own) {
    boolean virtual = own.get(NicKnobs.FUNCTION) == NicFunction.VIRTUAL;
    long latencyPs = own.get(NicKnobs.LATENCY).ps();
    long virtualPs =
        own.find(NicKnobs.FUNCTION_LATENCY)
            .map(added -> latencyPs + added.ps())
            .orElseGet(() -> Math.round(latencyPs * VIRTUAL_LATENCY));
    return new NicTimes(
        Posting.of(own),
        virtual ? virtualPs : latencyPs,
        periodPs(own.get(NicKnobs.MESSAGE_RATE)),
        periodPs(own.get(NicKnobs.READ_RATE)),
        own.get(NicKnobs.MESSAGE_GAP).ps(),
        ContextTimes.of(own),
        own.get(NicKnobs.TRANSMIT_BUFFER).bytes(),
        Math.toIntExact(own.get(NicKnobs.MODERATION)));
  }

  private static long periodPs(double millionsASecond) {
    return Math.round(1e6 / millionsASecond);
  }
}

package dev.headroom.sim.host;

import dev.headroom.model.knob.Settings;
import dev.headroom.sim.cpu.CompletionEvents;
import dev.headroom.sim.cpu.CpuCore;
import dev.headroom.sim.cpu.CpuCosts;
import dev.headroom.sim.cpu.CpuWork;
import dev.headroom.sim.measure.CpuPiece;
import it.unimi.dsi.fastutil.ints.IntArrayFIFOQueue;
import it.unimi.dsi.fastutil.objects.ObjectArrayFIFOQueue;

/**
 * Applications of a host that sleep until a completion event wakes them, as {@code
 * ibv_get_cq_event} does: a thread and its completion queue on each core, over which queue pairs
 * are distributed.
 *
 * <pre>
 *   completion in memory   the NIC interrupts, at once or when moderation lets it
 *   + wake                 the thread runs
 *   + interrupt + call     it takes all completions that are there, and acts on them
 * </pre>
 *
 * Before it sleeps again it looks once more, so what comes while it works needs no interrupt.
 */
final class CompletionWaiters {
  /** What a completion says of a flow: a bit beside its number. */
  private static final int DELIVERED = 1;

  /** A completion of a message that ends no flow. */
  private static final int MESSAGE = -1;

  private final Host host;
  private final CpuCosts costs;
  private final Sleeper[] sleepers;

  CompletionWaiters(Host host, CpuCosts costs, CompletionEvents events, Settings own) {
    this.host = host;
    this.costs = costs;
    sleepers = new Sleeper[costs.cores()];
    for (int i = 0; i < sleepers.length; i++) {
      sleepers[i] = new Sleeper(i, events, HostCompletionQueue.awaited(own));
    }
  }

  /** Where the completions of a queue pair are written. */
  HostCompletionQueue queueOf(int queuePair) {
    return sleepers[queuePair % sleepers.length].entries;
  }

  /** The completion of a flow is in memory, at its destination or at its initiator. */
  void onCompletion(int flow, int queuePair, boolean delivered, long nowPs) {
    sleepers[queuePair % sleepers.length].onCompletion(
        2 * flow + (delivered ? DELIVERED : 0), nowPs);
  }

  /**
   * Messages of a send queue have been done.
   *
   * @param alone whether a completion of their own says so, and not that of a flow
   */
  void onCompletion(SendQueue queue, int queuePair, boolean alone, long nowPs) {
    Sleeper sleeper = sleepers[queuePair % sleepers.length];
    sleeper.queues.enqueue(queue);
    if (alone) {
      sleeper.onCompletion(MESSAGE, nowPs);
    }
  }

  /** A core has done a piece of work, or is interrupted. */
  void onCoreDone(int core, HostRegistry hosts, long nowPs) {
    sleepers[core].work(hosts, nowPs);
    host.hostCounters.cpuPs = 0;
    host.hostCounters.interrupts = 0;
    for (Sleeper sleeper : sleepers) {
      host.hostCounters.cpuPs += sleeper.core.busyPs();
      host.hostCounters.corePs = Math.max(host.hostCounters.corePs, sleeper.core.busyPs());
      host.hostCounters.interrupts += sleeper.core.interrupts();
    }
  }

  private final class Sleeper extends CpuWork {
    private final int index;
    private final CpuCore core;
    private final HostCompletionQueue entries;
    private final IntArrayFIFOQueue waiting = new IntArrayFIFOQueue();

    /** What it works on, and what it has done that others are to be told of. */
    private final IntArrayFIFOQueue taken = new IntArrayFIFOQueue();

    private final IntArrayFIFOQueue done = new IntArrayFIFOQueue();

    /** Send queues of which it will know more when it has looked. */
    private final ObjectArrayFIFOQueue<SendQueue> queues = new ObjectArrayFIFOQueue<>();

    private Sleeper(int index, CompletionEvents events, HostCompletionQueue entries) {
      this.index = index;
      this.entries = entries;
      core =
          new CpuCore(
              costs, events.moderation(), events.wakePs(), host.coreEventScheduler(index), this);
    }

    private void onCompletion(int completion, long nowPs) {
      waiting.enqueue(completion);
      core.onArrival(0, waiting.size(), nowPs);
    }

    private void work(HostRegistry hosts, long nowPs) {
      core.handleEvent(nowPs);
      if (done.isEmpty()) {
        return;
      }
      refill(nowPs);
      while (!done.isEmpty()) {
        int completion = done.dequeueInt();
        if (completion == MESSAGE) {
          continue;
        }
        if (completion % 2 == DELIVERED) {
          hosts.onDataDetected(completion / 2, host, nowPs);
        } else {
          hosts.onCompletionDetected(completion / 2, host, nowPs);
        }
      }
    }

    /** Lets senders go on whose queues have room now. */
    private void refill(long nowPs) {
      while (!queues.isEmpty()) {
        PacketSender sender = queues.dequeue().woken(nowPs);
        if (sender != null) {
          host.activate(sender, nowPs);
        }
      }
    }

    @Override
    protected double begin() {
      if (waiting.isEmpty()) {
        return NOTHING;
      }
      move(waiting, taken);
      entries.taken();
      host.hostCounters.syscalls++;
      return costs.calls().each();
    }

    @Override
    protected void end(long nowPs) {
      host.worked(index, core, CpuPiece.Task.COMPLETIONS, 0, 0, nowPs);
      move(taken, done);
    }

    private static void move(IntArrayFIFOQueue from, IntArrayFIFOQueue to) {
      while (!from.isEmpty()) {
        to.enqueue(from.dequeueInt());
      }
    }
  }
}

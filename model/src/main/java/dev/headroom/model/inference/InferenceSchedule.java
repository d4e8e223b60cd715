package dev.headroom.model.inference;

import dev.headroom.model.collective.NcclProtocol;
import dev.headroom.model.schedule.ClusterLayout;
import dev.headroom.model.schedule.CollectivePace;
import dev.headroom.model.schedule.Schedule;
import dev.headroom.model.schedule.SchedulePacing;
import dev.headroom.model.schedule.WorkerStep;
import dev.headroom.unit.CountedNoun;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Schedule of the transfers of keys and values, as workers, steps and lines. A GPU of an instance
 * that works through prompts sends what it has of each to the GPU at the same place of the instance
 * that answers: in pieces, as its layers are done.
 *
 * <p>Workers, in this order: of each GPU that works through prompts its engine, which only takes
 * time; of each of them two senders, one over the network and one within its machine; of each of
 * them and each answering instance a listener on the GPU there, which remembers when each piece
 * came. Lines: of each sender one from its engine; of each listener one to it.
 *
 * <p>A NIC takes what it sends from the GPU by itself, so that a sender takes no time over the
 * network. Within a machine it copies at what GPUs have to each other.
 */
public final class InferenceSchedule implements Schedule, SchedulePacing {
  private static final int SENDERS = 2;
  private static final int OVER_NETWORK = 0;
  private static final int WITHIN = 1;

  /** A hop over NVLink with Simple: NCCL 2.30.7, src/graph/tuning.cc. */
  private static final long HOP_PS = 3_400_000;

  private final PromptPlacement serving;
  private final ModelInstances instances;
  private final KvCacheLayout cache;
  private final ClusterLayout layout;
  private final long overheadPs;
  private final long tokenPs;
  private final String modelName;
  private final int gpus;
  private final int senders;
  private final int answering;

  /** Of each prefill instance: its prompts in order. */
  private final List<int[]> queues = new ArrayList<>();

  /** Of each prefill instance and kind of sender: the prompts that it sends. */
  private final List<int[]> sent = new ArrayList<>();

  /** Of each prefill instance and decode instance: the prompts that go from one to the other. */
  private final List<int[]> between = new ArrayList<>();

  private final CollectivePace ownPace;
  private final CollectivePace networkPace;
  private final CollectivePace nearPace;

  /**
   * @param name what the model is called
   * @param overheadPs of a transfer beside its bytes, which nothing hides
   * @param tokenPs from when all is there until the first token
   * @param startPs when the workload begins
   */
  public InferenceSchedule(
      String name,
      PromptPlacement serving,
      ModelInstances instances,
      KvCacheLayout cache,
      ClusterLayout layout,
      long overheadPs,
      long tokenPs,
      long startPs) {
    this.modelName = name;
    this.serving = serving;
    this.instances = instances;
    this.cache = cache;
    this.layout = layout;
    this.overheadPs = overheadPs;
    this.tokenPs = tokenPs;
    gpus = instances.gpus();
    senders = instances.prefill().size() * gpus;
    answering = instances.decode().size();
    for (int p = 0; p < instances.prefill().size(); p++) {
      List<Integer> queue = serving.queue(p);
      int from = p;
      queues.add(ints(queue, prompt -> true));
      for (int kind = 0; kind < SENDERS; kind++) {
        int wanted = kind;
        sent.add(ints(queue, prompt -> kind(from, serving.decode(prompt)) == wanted));
      }
      for (int d = 0; d < answering; d++) {
        int to = d;
        between.add(ints(queue, prompt -> serving.decode(prompt) == to));
      }
    }
    ownPace = CollectivePace.ofNothing(startPs);
    networkPace = pace(startPs, 0, 0);
    nearPace = pace(startPs, HOP_PS, 1000 / layout.cluster().machine().peers().pairGBps());
  }

  private static int[] ints(List<Integer> all, IntPredicate wanted) {
    return all.stream().mapToInt(Integer::intValue).filter(wanted).toArray();
  }

  private static CollectivePace pace(long startPs, long hopPs, double psPerByte) {
    return new CollectivePace(
        startPs,
        new CollectivePace.Delays(hopPs, 0, 0, 0, 0),
        new CollectivePace.Costs(psPerByte, 0, psPerByte, 0, 0, 0),
        0,
        false,
        Integer.MAX_VALUE);
  }

  public PromptPlacement serving() {
    return serving;
  }

  /** When the workload begins, which all times of {@link #serving} are counted from. */
  public long startPs() {
    return ownPace.startPs();
  }

  /** What a transfer takes beside its bytes, which nothing hides. */
  public long overheadPs() {
    return overheadPs;
  }

  /** From when all of a prompt is there until the first token. */
  public long tokenPs() {
    return tokenPs;
  }

  /** Bytes of a prompt that its GPUs send together. */
  public long bytes(int prompt) {
    return gpus * cache.bytes(serving.tokens(prompt));
  }

  /** How many instances work through prompts. */
  public int prefills() {
    return instances.prefill().size();
  }

  /** How many instances answer. */
  public int decodes() {
    return answering;
  }

  /** GPUs of each instance. */
  public int gpus() {
    return gpus;
  }

  /** The prompts that go from one instance to another, in order. */
  public int[] between(int prefill, int decode) {
    return between.get(prefill * answering + decode).clone();
  }

  /** Steps that a listener takes for each prompt. */
  public int pieces() {
    return cache.pieces();
  }

  /** The worker that remembers when each piece came from one instance to another, by GPU. */
  public int listener(int prefill, int decode, int gpu) {
    return (1 + SENDERS) * senders + (prefill * gpus + gpu) * answering + decode;
  }

  /** Whether what goes from one instance to another crosses the network. */
  private int kind(int prefill, int decode) {
    return layout.isOtherMachine(from(prefill, 0), to(decode, 0)) ? OVER_NETWORK : WITHIN;
  }

  private int from(int prefill, int gpu) {
    return instances.gpu(instances.prefill().get(prefill), gpu);
  }

  private int to(int decode, int gpu) {
    return instances.gpu(instances.decode().get(decode), gpu);
  }

  // --- workers ----------------------------------------------------------------------------------

  private boolean isEngine(int worker) {
    return worker < senders;
  }

  private boolean isListener(int worker) {
    return worker >= (1 + SENDERS) * senders;
  }

  @Override
  public int workers() {
    return senders * (1 + SENDERS + answering);
  }

  @Override
  public int rank(int worker) {
    if (isEngine(worker)) {
      return from(worker / gpus, worker % gpus);
    }
    if (isListener(worker)) {
      int line = worker - (1 + SENDERS) * senders;
      return to(line % answering, line / answering % gpus);
    }
    int sender = (worker - senders) / SENDERS;
    return from(sender / gpus, sender % gpus);
  }

  @Override
  public boolean moves(int worker) {
    return !isEngine(worker) && !isListener(worker);
  }

  @Override
  public int steps(int worker) {
    return prompts(worker).length * cache.pieces();
  }

  private int[] prompts(int worker) {
    if (isListener(worker)) {
      int line = worker - (1 + SENDERS) * senders;
      return between.get(line / answering / gpus * answering + line % answering);
    }
    return isEngine(worker) ? queues.get(worker / gpus) : sent.get(senderOf(worker));
  }

  /** Of a sender: its instance and kind, as {@link #sent} has them. */
  private int senderOf(int worker) {
    int sender = worker - senders;
    return sender / SENDERS / gpus * SENDERS + sender % SENDERS;
  }

  @Override
  public void step(int worker, int index, WorkerStep into) {
    int prompt = prompts(worker)[index / cache.pieces()];
    int piece = index % cache.pieces();
    if (isListener(worker)) {
      into.lasting(0).after(SENDERS * senders + worker - (1 + SENDERS) * senders);
    } else if (isEngine(worker)) {
      into.lasting(doneBy(prompt, piece) - doneBefore(worker, index))
          .to(worker * SENDERS + kind(worker / gpus, serving.decode(prompt)));
    } else {
      int sender = (worker - senders) / SENDERS;
      into.working(cache.bytes(piece, serving.tokens(prompt)))
          .after(worker - senders)
          .to(SENDERS * senders + sender * answering + serving.decode(prompt));
    }
  }

  /** When a piece of a prompt may be sent. */
  private long doneBy(int prompt, int piece) {
    long startPs = serving.startPs(prompt);
    long wholePs = serving.endPs(prompt) - startPs;
    int done = cache.layersTo(piece);
    int layers = cache.layers();
    return startPs + wholePs / layers * done + wholePs % layers * done / layers;
  }

  private long doneBefore(int engine, int index) {
    if (index == 0) {
      return 0;
    }
    int[] queue = queues.get(engine / gpus);
    int before = index - 1;
    return doneBy(queue[before / cache.pieces()], before % cache.pieces());
  }

  // --- lines ------------------------------------------------------------------------------------

  @Override
  public int lines() {
    return senders * (SENDERS + answering);
  }

  private boolean isWithinGpu(int line) {
    return line < SENDERS * senders;
  }

  @Override
  public int sender(int line) {
    if (isWithinGpu(line)) {
      return line / SENDERS;
    }
    int data = line - SENDERS * senders;
    int sender = data / answering;
    return senders + sender * SENDERS + kind(sender / gpus, data % answering);
  }

  @Override
  public int receiver(int line) {
    return isWithinGpu(line) ? senders + line : (1 + SENDERS) * senders + line - SENDERS * senders;
  }

  @Override
  public int messages(int line) {
    return steps(receiver(line));
  }

  @Override
  public long bytes(int line, int k) {
    if (isWithinGpu(line)) {
      return 0;
    }
    int prompt = prompts(receiver(line))[k / cache.pieces()];
    return cache.bytes(k % cache.pieces(), serving.tokens(prompt));
  }

  // --- manner -----------------------------------------------------------------------------------

  @Override
  public CollectivePace pace(int worker) {
    if (!moves(worker)) {
      return ownPace;
    }
    return (worker - senders) % SENDERS == WITHIN ? nearPace : networkPace;
  }

  @Override
  public NcclProtocol protocol(int line) {
    return NcclProtocol.SIMPLE;
  }

  @Override
  public long shortestPs() {
    return HOP_PS;
  }

  @Override
  public String description() {
    return "%s to %s, %s and %s of %s"
        .formatted(
            CountedNoun.of(serving.count(), "prompt"),
            modelName,
            CountedNoun.of(prefills(), "prefill"),
            CountedNoun.of(answering, "decode instance"),
            CountedNoun.of(gpus, "GPU"));
  }
}

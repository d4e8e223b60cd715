package dev.headroom.wire.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;

/**
 * Work that one side asks of the other, drawn from a seed, with what must come of it: every
 * operation happens once, in the order of posting. A side's region has four parts: what the peer
 * works on, data to send, room for results, room for what is received.
 *
 * <p>It needs no device, so both sides can know both programs though they are on two machines.
 */
final class RandomProgram {
  private static final int PART = Side.REGION / 4;
  private static final int SOURCE = PART;
  private static final int RESULTS = 2 * PART;
  private static final int ROOM = 3 * PART;
  private static final int SLOT = 1024;
  private static final int SLOTS = PART / SLOT;
  private static final int OPERATIONS = 40;
  private static final int MOST_INLINE = 236;

  /** A side's region, as both sides know it. */
  record Place(long address, int lkey, int rkey) {
    static Place of(Side side) {
      return new Place(side.region.address(), side.region.lkey(), side.region.rkey());
    }

    private ScatterGather slice(long at, int bytes) {
      return new ScatterGather(address + at, bytes, lkey);
    }
  }

  private final Place from;
  private final Place to;
  private final SplittableRandom random;
  private final byte[] source = new byte[PART];
  private final List<WorkRequest> requests = new ArrayList<>();

  /** Those that must wait until what is read before them has come. */
  private final BitSet fenced = new BitSet();

  private final ByteBuffer target = ByteBuffer.allocate(PART).order(ByteOrder.nativeOrder());
  private final ByteBuffer results = ByteBuffer.allocate(PART).order(ByteOrder.nativeOrder());
  private final List<byte[]> messages = new ArrayList<>();
  private final List<Integer> receivedBytes = new ArrayList<>();
  private final List<OptionalInt> immediates = new ArrayList<>();
  private int slot;

  RandomProgram(Place from, Place to, long seed) {
    this.from = from;
    this.to = to;
    random = new SplittableRandom(seed);
    for (int i = 0; i < PART; i++) {
      source[i] = (byte) random.nextInt();
    }
    write();
  }

  /** How many requests there are, and how many of them are completed. */
  int requests() {
    return requests.size();
  }

  int signaled() {
    return (int) requests.stream().filter(WorkRequest::signaled).count();
  }

  /** How many receives they need at the other side. */
  int receives() {
    return receivedBytes.size();
  }

  /** Puts the data there that is sent; of the side that asks. */
  void prepare(Side asking) {
    MemorySegment.copy(source, 0, asking.region.memory(), ValueLayout.JAVA_BYTE, SOURCE, PART);
  }

  /**
   * Posts the next request; how many that was.
   *
   * @param mayFence whether it is the device that keeps a request waiting for READs before it;
   *     otherwise such a request is posted only once they are completed
   */
  int post(Side asking, int index, boolean mayFence) {
    if (index == requests.size()) {
      return 0;
    }
    WorkRequest request = requests.get(index);
    if (fenced.get(index) && mayFence) {
      request = request.afterReads();
    } else if (fenced.get(index) && !asking.isSent(requests.get(index - 1).id())) {
      return 0;
    }
    asking.pair.post(request);
    return 1;
  }

  /** Posts the next receive at the other side; how many that was. */
  int postReceive(Side asked, int index) {
    if (index == receivedBytes.size()) {
      return 0;
    }
    asked.postReceive(index, asked.region.slice(ROOM + (long) index * SLOT, SLOT));
    return 1;
  }

  private void write() {
    boolean reading = false;
    for (int id = 0; id < OPERATIONS; id++) {
      WorkRequest request =
          switch (random.nextInt(7)) {
            case 0, 1 -> send(id);
            case 2, 3 -> write(id);
            case 4 -> read(id);
            case 5 -> add(id);
            default -> swap(id);
          };
      // Without a fence what is read may be of after a later WRITE or atomic (IBA 10.8.3.3).
      if (reading && request.verb() != WorkRequest.Verb.READ) {
        fenced.set(id);
      }
      reading = request.verb() == WorkRequest.Verb.READ;
      boolean small = !request.verb().isAnswered() && request.bytes() <= MOST_INLINE;
      requests.add(small && random.nextBoolean() ? request.inlined() : request);
    }
    for (int id = 0; id < OPERATIONS - 1; id++) {
      // Who waits without a fence has to be told of the READ before it.
      if (!fenced.get(id + 1) && random.nextInt(4) == 0) {
        requests.set(id, requests.get(id).unsignaled());
      }
    }
  }

  private WorkRequest send(int id) {
    if (receivedBytes.size() == SLOTS) {
      return read(id);
    }
    int bytes = random.nextInt(SLOT + 1);
    int at = SOURCE + random.nextInt(PART - bytes + 1);
    int cut = random.nextInt(bytes + 1);
    WorkRequest request =
        WorkRequest.send(id, from.slice(at, cut), from.slice((long) at + cut, bytes - cut));
    request = random.nextBoolean() ? request.withImmediate(random.nextInt()) : request;
    expect(sourceAt(at, bytes), bytes, request.immediate());
    return request;
  }

  private byte[] sourceAt(int at, int bytes) {
    return Arrays.copyOfRange(source, at - SOURCE, at - SOURCE + bytes);
  }

  private void expect(byte[] message, int bytes, OptionalInt immediate) {
    messages.add(message);
    receivedBytes.add(bytes);
    immediates.add(immediate);
  }

  private WorkRequest write(int id) {
    int bytes = random.nextInt(5000);
    int at = SOURCE + random.nextInt(PART - bytes + 1);
    int there = random.nextInt(PART - bytes + 1);
    target.put(there, sourceAt(at, bytes));
    WorkRequest request =
        WorkRequest.write(id, to.address() + there, to.rkey(), from.slice(at, bytes));
    if (random.nextInt(4) == 0 && receivedBytes.size() < SLOTS) {
      request = request.withImmediate(random.nextInt());
      expect(new byte[0], bytes, request.immediate());
    }
    return request;
  }

  private WorkRequest read(int id) {
    int bytes = 1 + random.nextInt(SLOT);
    int there = random.nextInt(PART - bytes + 1);
    int result = nextResult();
    results.put(result, target, there, bytes);
    return WorkRequest.read(
        id, to.address() + there, to.rkey(), from.slice(RESULTS + (long) result, bytes));
  }

  private WorkRequest add(int id) {
    int there = 8 * random.nextInt(PART / 8);
    long add = random.nextLong();
    int result = nextResult();
    results.putLong(result, target.getLong(there));
    target.putLong(there, target.getLong(there) + add);
    return WorkRequest.fetchAndAdd(
        id, to.address() + there, to.rkey(), add, from.slice(RESULTS + (long) result, 8));
  }

  private WorkRequest swap(int id) {
    int there = 8 * random.nextInt(PART / 8);
    int result = nextResult();
    long original = target.getLong(there);
    long compare = random.nextBoolean() ? original : random.nextLong();
    long swap = random.nextLong();
    results.putLong(result, original);
    if (compare == original) {
      target.putLong(there, swap);
    }
    return WorkRequest.compareAndSwap(
        id, to.address() + there, to.rkey(), compare, swap, from.slice(RESULTS + (long) result, 8));
  }

  /** Slots are used again and again; the last result that goes into one stays. */
  private int nextResult() {
    return slot++ % SLOTS * SLOT;
  }

  /** Looks at what came of it at the side that asked. */
  void judgeAsking(Side asking, List<WorkCompletion> completions) {
    List<WorkCompletion> sends = completions.stream().filter(each -> !each.receive()).toList();
    assertThat(sends).allMatch(each -> each.status() == WorkCompletion.Status.SUCCESS);
    assertThat(sends.stream().map(WorkCompletion::id).toList())
        .isEqualTo(requests.stream().filter(WorkRequest::signaled).map(WorkRequest::id).toList());
    MemorySegment brought = asking.region.memory().asSlice(RESULTS, PART);
    assertThat(brought.mismatch(MemorySegment.ofArray(results.array())))
        .as("results")
        .isEqualTo(-1);
    assertThat(asking.isUntouchedAround()).isTrue();
  }

  /** Looks at what came of it at the side that was asked. */
  void judgeAsked(Side asked, List<WorkCompletion> completions) {
    List<WorkCompletion> receives = completions.stream().filter(WorkCompletion::receive).toList();
    assertThat(receives).allMatch(each -> each.status() == WorkCompletion.Status.SUCCESS);
    assertThat(receives.stream().map(each -> (int) each.bytes()).toList()).isEqualTo(receivedBytes);
    assertThat(receives.stream().map(WorkCompletion::immediate).toList()).isEqualTo(immediates);
    for (int i = 0; i < messages.size(); i++) {
      assertThat(asked.bytes(ROOM + (long) i * SLOT, messages.get(i).length))
          .isEqualTo(messages.get(i));
    }
    MemorySegment worked = asked.region.memory().asSlice(0, PART);
    assertThat(worked.mismatch(MemorySegment.ofArray(target.array()))).as("memory").isEqualTo(-1);
    assertThat(asked.isUntouchedAround()).isTrue();
  }
}

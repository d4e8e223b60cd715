package dev.headroom.wire.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.headroom.wire.verbs.ConnectionSettings;
import dev.headroom.wire.verbs.DatagramSettings;
import dev.headroom.wire.verbs.Peer;
import dev.headroom.wire.verbs.QueuePair.State;
import dev.headroom.wire.verbs.QueuePairType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * States of a queue pair in the device: the present one, and the attributes for the next
 * (ibv_query_qp(3), ibv_modify_qp(3)). Whether a change is right is the device's to say.
 */
final class QueuePairStates {
  private final NativeDevice device;
  private final QueuePairType type;
  private final MemorySegment handle;
  private final MemorySegment attributes;
  private final MemorySegment initial;

  QueuePairStates(NativeDevice device, QueuePairType type, MemorySegment handle, Arena arena) {
    this.device = device;
    this.type = type;
    this.handle = handle;
    attributes = arena.allocate(VerbsLayout.PairState.SIZE, VerbsLayout.POINTER);
    initial = arena.allocate(VerbsLayout.PairAttributes.SIZE, VerbsLayout.POINTER);
  }

  State now() {
    NativeDevice.require(
        device.library.queryPair(handle, attributes, VerbsLayout.PairState.HAS_STATE, initial),
        "querying the state of a queue pair");
    return switch (attributes.get(JAVA_INT, VerbsLayout.PairState.STATE)) {
      case 0 -> State.RESET;
      case 1 -> State.INIT;
      case 2 -> State.RTR;
      case 3 -> State.RTS;
      case 4 -> State.SQD;
      case 5 -> State.SQE;
      default -> State.ERROR;
    };
  }

  private static int code(State state) {
    return switch (state) {
      case RESET -> 0;
      case INIT -> 1;
      case RTR -> 2;
      case RTS -> 3;
      case SQD -> 4;
      case SQE -> 5;
      case ERROR -> 6;
    };
  }

  /** To a state that needs to know nothing more. */
  void change(State to) {
    change(to, 0);
  }

  private void change(State to, int more) {
    attributes.set(JAVA_INT, VerbsLayout.PairState.STATE, code(to));
    int error =
        device.library.modifyPair(handle, attributes, more | VerbsLayout.PairState.HAS_STATE);
    NativeDevice.require(error, "moving a queue pair to " + to);
  }

  void initialize() {
    attributes.fill((byte) 0);
    set(VerbsLayout.PairState.PORT, device.place.port());
    int mask = VerbsLayout.PairState.HAS_PKEY_INDEX | VerbsLayout.PairState.HAS_PORT;
    change(
        State.INIT,
        mask
            | (type == QueuePairType.UD
                ? VerbsLayout.PairState.HAS_QKEY
                : VerbsLayout.PairState.HAS_ACCESS));
  }

  void readyToReceive(Peer peer, ConnectionSettings settings) {
    attributes.fill((byte) 0);
    MemorySegment way = attributes.asSlice(VerbsLayout.PairState.HANDLE, VerbsLayout.Handle.SIZE);
    AddressHandles.describe(way, device.place, peer.address(), settings.trafficClass());
    attributes.set(JAVA_INT, VerbsLayout.PairState.PATH_MTU, mtu(settings.mtuBytes()));
    attributes.set(JAVA_INT, VerbsLayout.PairState.PEER, peer.queuePair());
    attributes.set(JAVA_INT, VerbsLayout.PairState.RECEIVE_PSN, peer.startingPsn());
    attributes.set(
        JAVA_INT, VerbsLayout.PairState.ACCESS, NativeMemoryRegion.flags(settings.allowed()));
    attributes.set(
        JAVA_SHORT, VerbsLayout.PairState.PKEY_INDEX, (short) device.pkeyIndex(settings.pkey()));
    int mask =
        VerbsLayout.PairState.HAS_HANDLE
            | VerbsLayout.PairState.HAS_PATH_MTU
            | VerbsLayout.PairState.HAS_PEER
            | VerbsLayout.PairState.HAS_RECEIVE_PSN
            | VerbsLayout.PairState.HAS_ACCESS
            | VerbsLayout.PairState.HAS_PKEY_INDEX;
    if (type == QueuePairType.RC) {
      set(VerbsLayout.PairState.READS_SERVED, settings.readsServed());
      set(VerbsLayout.PairState.RNR_TIMER, settings.rnrTimer());
      mask |= VerbsLayout.PairState.HAS_READS_SERVED | VerbsLayout.PairState.HAS_RNR_TIMER;
    }
    change(State.RTR, mask);
  }

  private void set(long at, int value) {
    attributes.set(JAVA_BYTE, at, (byte) value);
  }

  /** enum ibv_mtu. */
  private static int mtu(int bytes) {
    return Integer.numberOfTrailingZeros(bytes) - 7;
  }

  void readyToSend(int startingPsn, ConnectionSettings settings) {
    attributes.fill((byte) 0);
    attributes.set(JAVA_INT, VerbsLayout.PairState.SEND_PSN, startingPsn);
    int mask = VerbsLayout.PairState.HAS_SEND_PSN;
    if (type == QueuePairType.RC) {
      set(VerbsLayout.PairState.TIMEOUT, settings.timeout());
      set(VerbsLayout.PairState.RETRIES, settings.retries());
      set(VerbsLayout.PairState.RNR_RETRIES, settings.rnrRetries());
      set(VerbsLayout.PairState.READS_ASKED, settings.readsAsked());
      mask |=
          VerbsLayout.PairState.HAS_TIMEOUT
              | VerbsLayout.PairState.HAS_RETRIES
              | VerbsLayout.PairState.HAS_RNR_RETRIES
              | VerbsLayout.PairState.HAS_READS_ASKED;
    }
    change(State.RTS, mask);
  }

  void open(DatagramSettings settings, int startingPsn) {
    attributes.fill((byte) 0);
    attributes.set(JAVA_INT, VerbsLayout.PairState.QKEY, settings.qkey());
    attributes.set(
        JAVA_SHORT, VerbsLayout.PairState.PKEY_INDEX, (short) device.pkeyIndex(settings.pkey()));
    change(State.RTR, VerbsLayout.PairState.HAS_QKEY | VerbsLayout.PairState.HAS_PKEY_INDEX);
    attributes.fill((byte) 0);
    attributes.set(JAVA_INT, VerbsLayout.PairState.SEND_PSN, startingPsn);
    change(State.RTS, VerbsLayout.PairState.HAS_SEND_PSN);
  }
}

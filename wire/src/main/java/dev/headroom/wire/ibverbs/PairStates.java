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
final class PairStates {
  private final NativeDevice device;
  private final QueuePairType type;
  private final MemorySegment handle;
  private final MemorySegment attributes;
  private final MemorySegment initial;

  PairStates(NativeDevice device, QueuePairType type, MemorySegment handle, Arena arena) {
    this.device = device;
    this.type = type;
    this.handle = handle;
    attributes = arena.allocate(Layout.PairState.SIZE, Layout.POINTER);
    initial = arena.allocate(Layout.PairAttributes.SIZE, Layout.POINTER);
  }

  State now() {
    NativeDevice.require(
        device.library.queryPair(handle, attributes, Layout.PairState.HAS_STATE, initial),
        "asking for the state of a queue pair");
    return switch (attributes.get(JAVA_INT, Layout.PairState.STATE)) {
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
    attributes.set(JAVA_INT, Layout.PairState.STATE, code(to));
    int error = device.library.modifyPair(handle, attributes, more | Layout.PairState.HAS_STATE);
    NativeDevice.require(error, "taking a queue pair to " + to);
  }

  void initialize() {
    attributes.fill((byte) 0);
    set(Layout.PairState.PORT, device.place.port());
    int mask = Layout.PairState.HAS_PKEY_INDEX | Layout.PairState.HAS_PORT;
    change(
        State.INIT,
        mask
            | (type == QueuePairType.UD ? Layout.PairState.HAS_QKEY : Layout.PairState.HAS_ACCESS));
  }

  void readyToReceive(Peer peer, ConnectionSettings settings) {
    attributes.fill((byte) 0);
    MemorySegment way = attributes.asSlice(Layout.PairState.HANDLE, Layout.Handle.SIZE);
    Ways.describe(way, device.place, peer.address(), settings.trafficClass());
    attributes.set(JAVA_INT, Layout.PairState.PATH_MTU, mtu(settings.mtuBytes()));
    attributes.set(JAVA_INT, Layout.PairState.PEER, peer.queuePair());
    attributes.set(JAVA_INT, Layout.PairState.RECEIVE_PSN, peer.startingPsn());
    attributes.set(JAVA_INT, Layout.PairState.ACCESS, NativeRegion.flags(settings.allowed()));
    attributes.set(
        JAVA_SHORT, Layout.PairState.PKEY_INDEX, (short) device.pkeyIndex(settings.pkey()));
    int mask =
        Layout.PairState.HAS_HANDLE
            | Layout.PairState.HAS_PATH_MTU
            | Layout.PairState.HAS_PEER
            | Layout.PairState.HAS_RECEIVE_PSN
            | Layout.PairState.HAS_ACCESS
            | Layout.PairState.HAS_PKEY_INDEX;
    if (type == QueuePairType.RC) {
      set(Layout.PairState.READS_SERVED, settings.readsServed());
      set(Layout.PairState.RNR_TIMER, settings.rnrTimer());
      mask |= Layout.PairState.HAS_READS_SERVED | Layout.PairState.HAS_RNR_TIMER;
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
    attributes.set(JAVA_INT, Layout.PairState.SEND_PSN, startingPsn);
    int mask = Layout.PairState.HAS_SEND_PSN;
    if (type == QueuePairType.RC) {
      set(Layout.PairState.TIMEOUT, settings.timeout());
      set(Layout.PairState.RETRIES, settings.retries());
      set(Layout.PairState.RNR_RETRIES, settings.rnrRetries());
      set(Layout.PairState.READS_ASKED, settings.readsAsked());
      mask |=
          Layout.PairState.HAS_TIMEOUT
              | Layout.PairState.HAS_RETRIES
              | Layout.PairState.HAS_RNR_RETRIES
              | Layout.PairState.HAS_READS_ASKED;
    }
    change(State.RTS, mask);
  }

  void open(DatagramSettings settings, int startingPsn) {
    attributes.fill((byte) 0);
    attributes.set(JAVA_INT, Layout.PairState.QKEY, settings.qkey());
    attributes.set(
        JAVA_SHORT, Layout.PairState.PKEY_INDEX, (short) device.pkeyIndex(settings.pkey()));
    change(State.RTR, Layout.PairState.HAS_QKEY | Layout.PairState.HAS_PKEY_INDEX);
    attributes.fill((byte) 0);
    attributes.set(JAVA_INT, Layout.PairState.SEND_PSN, startingPsn);
    change(State.RTS, Layout.PairState.HAS_SEND_PSN);
  }
}

package dev.headroom.wire.ibverbs;

/**
 * Byte offsets of the fields of libibverbs' structures, and its constants: of {@code
 * infiniband/verbs.h} as rdma-core 44 has it, for 64-bit machines. Structures of symbol versions
 * IBVERBS_1.1 and later only grow at their ends (rdma-core, Documentation/versioning.md); {@link
 * VerbsLayoutCheck} looks.
 */
final class VerbsLayout {
  static final int POINTER = 8;

  private VerbsLayout() {}

  /** struct ibv_device. */
  static final class Device {
    static final long NAME = 24;
    static final int NAME_BYTES = 64;
    static final long SIZE = 664;

    private Device() {}
  }

  /** struct ibv_context, with the table of the driver's functions. */
  static final class Context {
    static final long DEVICE = 0;
    static final long POLL_CQ = 96;
    static final long REQ_NOTIFY_CQ = 104;
    static final long POST_SRQ_RECV = 168;
    static final long POST_SEND = 208;
    static final long POST_RECV = 216;

    /** All ones where the context is one of today's (struct verbs_context). */
    static final long ABI_COMPAT = 320;

    static final long SIZE = 328;

    private Context() {}
  }

  /** struct ibv_comp_channel. */
  static final class Channel {
    static final long FD = 8;
    static final long SIZE = 16;

    private Channel() {}
  }

  /** struct ibv_pd. */
  static final class Domain {
    static final long CONTEXT = 0;
    static final long SIZE = 16;

    private Domain() {}
  }

  /** struct ibv_mr. */
  static final class Region {
    static final long CONTEXT = 0;
    static final long DOMAIN = 8;
    static final long ADDRESS = 16;
    static final long LENGTH = 24;
    static final long LKEY = 36;
    static final long RKEY = 40;
    static final long SIZE = 48;

    private Region() {}
  }

  /** struct ibv_cq. */
  static final class Queue {
    static final long CONTEXT = 0;
    static final long CHANNEL = 8;
    static final long ENTRIES = 28;
    static final long SIZE = 128;

    private Queue() {}
  }

  /** struct ibv_qp. */
  static final class Pair {
    static final long CONTEXT = 0;
    static final long DOMAIN = 16;
    static final long SEND_QUEUE = 24;
    static final long RECEIVE_QUEUE = 32;
    static final long SHARED = 40;
    static final long NUMBER = 52;
    static final long STATE = 56;
    static final long TYPE = 60;
    static final long SIZE = 160;

    private Pair() {}
  }

  /** struct ibv_sge. */
  static final class Piece {
    static final long ADDRESS = 0;
    static final long LENGTH = 8;
    static final long LKEY = 12;
    static final long SIZE = 16;

    private Piece() {}
  }

  /** struct ibv_send_wr. */
  static final class Send {
    static final long ID = 0;
    static final long PIECES = 16;
    static final long PIECE_COUNT = 24;
    static final long OPCODE = 28;
    static final long FLAGS = 32;
    static final long IMMEDIATE = 36;
    static final long REMOTE_ADDRESS = 40;
    static final long RKEY = 48;
    static final long COMPARE_ADD = 48;
    static final long SWAP = 56;
    static final long ATOMIC_RKEY = 64;
    static final long HANDLE = 40;
    static final long REMOTE_PAIR = 48;
    static final long REMOTE_QKEY = 52;
    static final long SIZE = 128;

    private Send() {}
  }

  /** struct ibv_recv_wr. */
  static final class Receive {
    static final long ID = 0;
    static final long PIECES = 16;
    static final long PIECE_COUNT = 24;
    static final long SIZE = 32;

    private Receive() {}
  }

  /** struct ibv_wc. */
  static final class Completion {
    static final long ID = 0;
    static final long STATUS = 8;
    static final long BYTES = 20;
    static final long IMMEDIATE = 24;
    static final long PAIR = 28;
    static final long SENDER = 32;
    static final long FLAGS = 36;
    static final long SIZE = 48;
    static final int WITH_IMMEDIATE = 2;
    static final int FLUSHED = 5;

    private Completion() {}
  }

  /** struct ibv_qp_init_attr. */
  static final class PairAttributes {
    static final long SEND_QUEUE = 8;
    static final long RECEIVE_QUEUE = 16;
    static final long SHARED = 24;
    static final long SENDS = 32;
    static final long RECEIVES = 36;
    static final long SEND_PIECES = 40;
    static final long RECEIVE_PIECES = 44;
    static final long INLINE_BYTES = 48;
    static final long TYPE = 52;
    static final long SIZE = 64;

    private PairAttributes() {}
  }

  /** struct ibv_qp_attr, and which of them are meant: enum ibv_qp_attr_mask. */
  static final class PairState {
    static final long STATE = 0;
    static final long PATH_MTU = 8;
    static final long QKEY = 16;
    static final long RECEIVE_PSN = 20;
    static final long SEND_PSN = 24;
    static final long PEER = 28;
    static final long ACCESS = 32;
    static final long HANDLE = 56;
    static final long PKEY_INDEX = 120;
    static final long READS_ASKED = 126;
    static final long READS_SERVED = 127;
    static final long RNR_TIMER = 128;
    static final long PORT = 129;
    static final long TIMEOUT = 130;
    static final long RETRIES = 131;
    static final long RNR_RETRIES = 132;
    static final long SIZE = 144;

    static final int HAS_STATE = 1;
    static final int HAS_ACCESS = 1 << 3;
    static final int HAS_PKEY_INDEX = 1 << 4;
    static final int HAS_PORT = 1 << 5;
    static final int HAS_QKEY = 1 << 6;
    static final int HAS_HANDLE = 1 << 7;
    static final int HAS_PATH_MTU = 1 << 8;
    static final int HAS_TIMEOUT = 1 << 9;
    static final int HAS_RETRIES = 1 << 10;
    static final int HAS_RNR_RETRIES = 1 << 11;
    static final int HAS_RECEIVE_PSN = 1 << 12;
    static final int HAS_READS_ASKED = 1 << 13;
    static final int HAS_RNR_TIMER = 1 << 15;
    static final int HAS_SEND_PSN = 1 << 16;
    static final int HAS_READS_SERVED = 1 << 17;
    static final int HAS_PEER = 1 << 20;

    private PairState() {}
  }

  /** struct ibv_ah_attr. */
  static final class Handle {
    static final long GID = 0;
    static final long GID_INDEX = 20;
    static final long HOP_LIMIT = 21;
    static final long TRAFFIC_CLASS = 22;
    static final long IS_GLOBAL = 29;
    static final long PORT = 30;
    static final long SIZE = 32;

    private Handle() {}
  }

  /** struct ibv_srq_init_attr. */
  static final class SharedAttributes {
    static final long RECEIVES = 8;
    static final long PIECES = 12;
    static final long SIZE = 24;

    private SharedAttributes() {}
  }

  /** struct ibv_device_attr. */
  static final class DeviceAttributes {
    static final long ENTRIES = 132;
    static final long SIZE = 232;

    private DeviceAttributes() {}
  }

  /** struct ibv_port_attr. */
  static final class PortAttributes {
    static final long ACTIVE_MTU = 8;
    static final long PKEYS = 32;
    static final long SIZE = 52;

    private PortAttributes() {}
  }
}

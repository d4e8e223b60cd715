package dev.headroom.wire.ibverbs;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.verbs.Destination;
import dev.headroom.wire.verbs.ScatterGather;
import dev.headroom.wire.verbs.WorkRequest;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Work requests in the driver's layout, written again and again in the same place. */
final class NativeWorkRequests {
  /** What drivers say of a queue that is full (ENOMEM of errno.h). */
  private static final int NO_MEMORY = 12;

  private NativeWorkRequests() {}

  /** Pieces of memory, one after another. */
  private static void write(
      NativeProtectionDomain domain,
      MemorySegment pieces,
      List<ScatterGather> data,
      boolean written) {
    for (int i = 0; i < data.size(); i++) {
      ScatterGather piece = data.get(i);
      MemorySegment memory = domain.memory(piece, written);
      long at = i * VerbsLayout.Piece.SIZE;
      pieces.set(JAVA_LONG, at + VerbsLayout.Piece.ADDRESS, memory.address());
      pieces.set(JAVA_INT, at + VerbsLayout.Piece.LENGTH, piece.bytes());
      pieces.set(JAVA_INT, at + VerbsLayout.Piece.LKEY, piece.lkey());
    }
  }

  private static void posted(int error) {
    if (error == NO_MEMORY) {
      throw new IllegalStateException(
          "the device accepts no more work requests: its queue is " + "full");
    }
    if (error != 0) {
      throw new IllegalStateException(
          "the device rejects the work request" + Libibverbs.reason(error));
    }
  }

  /** Receives. */
  static final class Receives {
    private final NativeProtectionDomain domain;
    private final MemorySegment work;
    private final MemorySegment pieces;
    private final MemorySegment bad;

    Receives(NativeProtectionDomain domain, Arena arena, int mostPieces) {
      this.domain = domain;
      work = arena.allocate(VerbsLayout.Receive.SIZE, VerbsLayout.POINTER);
      pieces = arena.allocate(mostPieces * VerbsLayout.Piece.SIZE, VerbsLayout.POINTER);
      bad = arena.allocate(VerbsLayout.POINTER, VerbsLayout.POINTER);
      work.set(ADDRESS, VerbsLayout.Receive.PIECES, pieces);
    }

    void post(MemorySegment function, MemorySegment to, long id, ScatterGather... room) {
      write(domain, pieces, List.of(room), true);
      work.set(JAVA_LONG, VerbsLayout.Receive.ID, id);
      work.set(JAVA_INT, VerbsLayout.Receive.PIECE_COUNT, room.length);
      posted(Libibverbs.post(function, to, work, bad));
    }
  }

  /** Sends, and everything else that is asked of a peer. */
  static final class Sends {
    private final NativeProtectionDomain domain;
    private final MemorySegment work;
    private final MemorySegment pieces;
    private final MemorySegment bad;

    Sends(NativeProtectionDomain domain, Arena arena, int mostPieces) {
      this.domain = domain;
      work = arena.allocate(VerbsLayout.Send.SIZE, VerbsLayout.POINTER);
      pieces = arena.allocate(mostPieces * VerbsLayout.Piece.SIZE, VerbsLayout.POINTER);
      bad = arena.allocate(VerbsLayout.POINTER, VerbsLayout.POINTER);
      work.set(ADDRESS, VerbsLayout.Send.PIECES, pieces);
    }

    /**
     * Writes a request.
     *
     * @param handle where a datagram goes; null for connections
     */
    void write(WorkRequest request, long id, MemorySegment handle) {
      NativeWorkRequests.write(domain, pieces, request.data(), request.verb().isAnswered());
      work.set(JAVA_LONG, VerbsLayout.Send.ID, id);
      work.set(JAVA_INT, VerbsLayout.Send.PIECE_COUNT, request.data().size());
      work.set(JAVA_INT, VerbsLayout.Send.OPCODE, opcode(request));
      work.set(JAVA_INT, VerbsLayout.Send.FLAGS, flags(request));
      BigEndianBytes.put32(work, VerbsLayout.Send.IMMEDIATE, request.immediate().orElse(0));
      switch (request.verb()) {
        case SEND -> {
          if (request.destination().isPresent()) {
            Destination to = request.destination().get();
            work.set(ADDRESS, VerbsLayout.Send.HANDLE, handle);
            work.set(JAVA_INT, VerbsLayout.Send.REMOTE_PAIR, to.queuePair());
            work.set(JAVA_INT, VerbsLayout.Send.REMOTE_QKEY, to.qkey());
          }
        }
        case WRITE, READ -> {
          work.set(JAVA_LONG, VerbsLayout.Send.REMOTE_ADDRESS, request.remoteAddress());
          work.set(JAVA_INT, VerbsLayout.Send.RKEY, request.rkey());
        }
        case FETCH_AND_ADD, COMPARE_AND_SWAP -> {
          boolean add = request.verb() == WorkRequest.Verb.FETCH_AND_ADD;
          work.set(JAVA_LONG, VerbsLayout.Send.REMOTE_ADDRESS, request.remoteAddress());
          work.set(
              JAVA_LONG, VerbsLayout.Send.COMPARE_ADD, add ? request.operand() : request.compare());
          work.set(JAVA_LONG, VerbsLayout.Send.SWAP, add ? 0 : request.operand());
          work.set(JAVA_INT, VerbsLayout.Send.ATOMIC_RKEY, request.rkey());
        }
      }
    }

    void post(MemorySegment function, MemorySegment pair) {
      posted(Libibverbs.post(function, pair, work, bad));
    }

    /** enum ibv_wr_opcode. */
    private static int opcode(WorkRequest request) {
      boolean immediate = request.immediate().isPresent();
      return switch (request.verb()) {
        case WRITE -> immediate ? 1 : 0;
        case SEND -> immediate ? 3 : 2;
        case READ -> 4;
        case COMPARE_AND_SWAP -> 5;
        case FETCH_AND_ADD -> 6;
      };
    }

    /** enum ibv_send_flags. */
    private static int flags(WorkRequest request) {
      int flags = 0;
      for (WorkRequest.Flag each : request.flags()) {
        flags |=
            switch (each) {
              case FENCED -> 1;
              case SIGNALED -> 2;
              case SOLICITED -> 4;
              case INLINE -> 8;
            };
      }
      return flags;
    }
  }
}

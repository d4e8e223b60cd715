package dev.headroom.wire.linux;

import dev.headroom.wire.packet.BigEndianBytes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * Filter program of a socket, which the kernel runs on arriving packets to accept or reject them:
 * classic BPF (Documentation/networking/filter.rst; McCanne and Jacobson, USENIX 1993).
 */
public final class PacketFilter {
  // Load a word, half word or byte; load one at index X; X = 4 * (byte & 15); and; jump if equal,
  // if any bit is set; return. From linux/bpf_common.h and linux/filter.h.
  private static final int LD_W = 0x20;
  private static final int LD_H = 0x28;
  private static final int LD_B = 0x30;
  private static final int LD_H_INDEXED = 0x48;
  private static final int LDX_HEADER = 0xb1;
  private static final int JEQ = 0x15;
  private static final int JSET = 0x45;
  private static final int RET = 0x06;
  private static final int ALL = 0x40000;

  private static final int INSTRUCTION = 8;
  private static final int UDP = 17;

  /** A jump to the end: how far that is, is known when the program is laid out. */
  private static final int REFUSE = -1;

  private record Instruction(int code, int ifTrue, int ifFalse, int value) {}

  private final List<Instruction> program = new ArrayList<>();

  private PacketFilter() {}

  /** Takes nothing: for sockets that only send. */
  public static PacketFilter nothing() {
    return new PacketFilter();
  }

  /**
   * Takes UDP datagrams to an address and port, where what comes begins with the IP header; no
   * fragments.
   */
  public static PacketFilter udp(InetAddress to, int port) {
    PacketFilter filter = new PacketFilter();
    MemorySegment address = MemorySegment.ofArray(to.getAddress());
    if (address.byteSize() == 4) {
      filter.require(LD_B, 9, UDP);
      filter.require(LD_W, 16, BigEndianBytes.i32(address, 0));
      filter.add(LD_H, 0, 0, 6);
      filter.add(JSET, REFUSE, 0, 0x3fff); // more fragments, or an offset
      filter.add(LDX_HEADER, 0, 0, 0);
      filter.require(LD_H_INDEXED, 2, port);
    } else {
      filter.require(LD_B, 6, UDP);
      for (int i = 0; i < 16; i += 4) {
        filter.require(LD_W, 24 + i, BigEndianBytes.i32(address, i));
      }
      filter.require(LD_H, 42, port);
    }
    filter.add(RET, 0, 0, ALL);
    return filter;
  }

  private void require(int load, int at, int value) {
    add(load, 0, 0, at);
    add(JEQ, 0, REFUSE, value);
  }

  private void add(int code, int ifTrue, int ifFalse, int value) {
    program.add(new Instruction(code, ifTrue, ifFalse, value));
  }

  /** As struct sock_fprog: how many instructions, and where they are. */
  MemorySegment laid(Arena arena) {
    int count = program.size() + 1;
    MemorySegment instructions = arena.allocate((long) count * INSTRUCTION, 8);
    for (int i = 0; i < program.size(); i++) {
      Instruction each = program.get(i);
      long at = (long) i * INSTRUCTION;
      int toEnd = program.size() - i - 1;
      instructions.set(ValueLayout.JAVA_SHORT, at, (short) each.code);
      instructions.set(
          ValueLayout.JAVA_BYTE, at + 2, (byte) (each.ifTrue == REFUSE ? toEnd : each.ifTrue));
      instructions.set(
          ValueLayout.JAVA_BYTE, at + 3, (byte) (each.ifFalse == REFUSE ? toEnd : each.ifFalse));
      instructions.set(ValueLayout.JAVA_INT, at + 4, each.value);
    }
    instructions.set(ValueLayout.JAVA_SHORT, (long) program.size() * INSTRUCTION, (short) RET);
    MemorySegment head = arena.allocate(16, 8);
    head.set(ValueLayout.JAVA_SHORT, 0, (short) count);
    head.set(ValueLayout.ADDRESS, 8, instructions);
    return head;
  }
}

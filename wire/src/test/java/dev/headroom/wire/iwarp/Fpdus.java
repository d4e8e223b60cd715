package dev.headroom.wire.iwarp;

import dev.headroom.wire.packet.Frames;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/** The bytes of one direction of an iWARP connection. */
public final class Fpdus {
  private static final String REQUEST = "MPA ID Req Frame";
  private static final String CRC_REVISION_2_PRIVATE_4 = "5002 0004 00010001";

  private Fpdus() {}

  /** A request to start, then DDP segments, whose bytes are given as hexadecimal digits. */
  public static byte[] stream(String... segments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(REQUEST.getBytes(StandardCharsets.US_ASCII));
    out.writeBytes(bytes(CRC_REVISION_2_PRIVATE_4));
    for (String each : segments) {
      out.writeBytes(of(each));
    }
    return out.toByteArray();
  }

  /** A DDP segment with length, padding and CRC. */
  public static byte[] of(String segment) {
    byte[] ulpdu = bytes(segment);
    ByteArrayOutputStream fpdu = new ByteArrayOutputStream();
    fpdu.write(ulpdu.length >> 8);
    fpdu.write(ulpdu.length);
    fpdu.writeBytes(ulpdu);
    fpdu.writeBytes(new byte[-fpdu.size() & 3]);
    CRC32C crc = new CRC32C();
    crc.update(fpdu.toByteArray());
    for (int shift = 0; shift < 32; shift += 8) {
      fpdu.write((int) (crc.getValue() >> shift));
    }
    return fpdu.toByteArray();
  }

  private static byte[] bytes(String hex) {
    return Frames.hex(hex).toArray(ValueLayout.JAVA_BYTE);
  }
}

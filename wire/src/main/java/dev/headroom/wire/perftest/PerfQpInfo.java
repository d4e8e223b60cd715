package dev.headroom.wire.perftest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.headroom.wire.connect.RoceGid;
import java.net.InetAddress;
import java.net.ProtocolException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Queue pair information that one side sends, in perftest's form for ports with GIDs: hexadecimal
 * with colons between and one at the end, and a zero byte.
 *
 * @param reads READs and atomics that it serves at once
 * @param startingPsn of its own first request
 * @param address of its part of the memory
 */
public record PerfQpInfo(
    InetAddress host, int reads, int queuePair, int startingPsn, int rkey, long address) {
  static final int BYTES = 108;

  private static final Pattern FORM =
      Pattern.compile(
          "[0-9a-f]{4}:([0-9a-f]{4}):([0-9a-f]{6}):([0-9a-f]{6}):([0-9a-f]{8}):([0-9a-f]{16}):"
              + "((?:[0-9a-f]{2}:){16})[0-9a-f]{8}:\0");

  byte[] write() {
    return String.format(
            Locale.ROOT,
            "%04x:%04x:%06x:%06x:%08x:%016x:%s:%08x:\0",
            0,
            reads,
            queuePair,
            startingPsn,
            rkey,
            address,
            HexFormat.ofDelimiter(":").formatHex(RoceGid.of(host)),
            0)
        .getBytes(ISO_8859_1);
  }

  /** Reads them. A peer without a GID sends less, and is not on RoCE. */
  static PerfQpInfo read(byte[] message) throws ProtocolException {
    Matcher form = FORM.matcher(new String(message, ISO_8859_1));
    if (!form.matches()) {
      throw new ProtocolException(
          "the peer does not use perftest's protocol, or runs another " + "test");
    }
    byte[] gid = HexFormat.of().parseHex(form.group(6).replace(":", ""));
    InetAddress host = RoceGid.address(gid);
    return new PerfQpInfo(
        host,
        Integer.parseInt(form.group(1), 16),
        Integer.parseInt(form.group(2), 16),
        Integer.parseInt(form.group(3), 16),
        Integer.parseUnsignedInt(form.group(4), 16),
        Long.parseUnsignedLong(form.group(5), 16));
  }
}

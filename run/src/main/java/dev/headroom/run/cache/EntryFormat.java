package dev.headroom.run.cache;

import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.RunResult;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Layout of an entry: a head with its key; the flows, compressed; the result, compressed; the
 * length of the flows; the digest of all before it.
 */
final class EntryFormat {
  /** The length of the flows, and the digest. */
  static final int TAIL_BYTES = Long.BYTES + Sha256.BYTES;

  private static final String MAGIC = "headroom run 1\n";

  private static final Codecs CODECS = new Codecs();
  private static final Codec<FlowResult> FLOWS = CODECS.of(FlowResult.class);
  private static final Codec<RunResult> RESULTS = CODECS.of(RunResult.class);
  private static final Codec<RunFigures> FIGURES = CODECS.of(RunFigures.class);

  private EntryFormat() {}

  static Codec<FlowResult> flows() {
    return FLOWS;
  }

  static Codec<RunResult> results() {
    return RESULTS;
  }

  static Codec<RunFigures> figures() {
    return FIGURES;
  }

  /** How the entry of a key begins. */
  static byte[] head(RunKey key) {
    return (MAGIC + key.hex() + "\n").getBytes(StandardCharsets.US_ASCII);
  }

  static byte[] length(long bytes) {
    return ByteBuffer.allocate(Long.BYTES).putLong(bytes).array();
  }
}

package dev.headroom.formats.host;

import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.read.FactReader;
import dev.headroom.formats.read.SourceReading;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Cache of texts that many hosts share, each read once, since the servers of a fleet are nearly
 * equal. A text is known by its path on the host and by the SHA-256 of its bytes, so no host can
 * pass off its own as another's. It is kept once it has come twice, and worked out only for texts
 * of a length that has come before at that path: a single host, and what is different on each, cost
 * nothing here.
 *
 * <p>Any number of threads may use one at the same time.
 */
final class SharedTextCache {
  /** Longer texts are read each time, without being held in memory. */
  private static final int LONGEST = 8 << 20;

  /** Of all texts that are kept: some 60 MB. */
  private static final int MOST_FACTS = 250_000;

  /** Texts of which nothing but the digest is kept, and lengths. */
  private static final int MOST_TEXTS = 20_000;

  private final FactReader reader;
  private final Set<Length> lengths = new HashSet<>();
  private final LinkedHashMap<Text, Optional<SourceReading>> texts =
      new LinkedHashMap<>(64, 0.75f, true);
  private int facts;

  /** Equality is written out: it is needed for each file of each host. */
  private record Length(String path, int sample, int bytes) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Length(String itsPath, int itsSample, int itsBytes)
          && bytes == itsBytes
          && sample == itsSample
          && path.equals(itsPath);
    }

    @Override
    public int hashCode() {
      return 31 * (31 * path.hashCode() + sample) + bytes;
    }
  }

  /** Equality is written out, as that of lengths. Many files of a host contain only a zero. */
  private record Text(Length length, ByteBuffer digest) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Text(Length itsLength, ByteBuffer itsDigest)
          && digest.equals(itsDigest)
          && length.equals(itsLength);
    }

    @Override
    public int hashCode() {
      return 31 * length.hashCode() + digest.hashCode();
    }
  }

  SharedTextCache(FactReader reader) {
    this.reader = reader;
  }

  /**
   * Reads a source.
   *
   * @param named the name under which its facts go
   */
  SourceReading read(
      FactSource named, dev.headroom.formats.source.MachineSource source, InputStream in)
      throws IOException {
    int most = (int) Math.min(source.size().orElse(LONGEST), LONGEST);
    byte[] bytes = in.readNBytes(most + 1);
    if (bytes.length > most) {
      return reader.read(named, new SequenceInputStream(new ByteArrayInputStream(bytes), in));
    }
    Length length = new Length(source.path(), source.sample(), bytes.length);
    if (isNew(length)) {
      return reader.read(named, new ByteArrayInputStream(bytes));
    }
    Text text = new Text(length, digest(bytes));
    Optional<SourceReading> known = find(text);
    if (known.isPresent()) {
      return known.get().withSource(named);
    }
    SourceReading reading = reader.read(named, new ByteArrayInputStream(bytes));
    came(text, reading);
    return reading;
  }

  private synchronized boolean isNew(Length length) {
    return !lengths.contains(length) && (lengths.size() >= MOST_TEXTS || lengths.add(length));
  }

  private synchronized Optional<SourceReading> find(Text text) {
    return texts.getOrDefault(text, Optional.empty());
  }

  private synchronized void came(Text text, SourceReading reading) {
    Optional<SourceReading> before = texts.putIfAbsent(text, Optional.empty());
    if (before != null && before.isEmpty()) {
      texts.put(text, Optional.of(reading));
      facts += size(reading);
    }
    while (facts > MOST_FACTS || texts.size() > MOST_TEXTS) {
      Map.Entry<Text, Optional<SourceReading>> oldest = texts.pollFirstEntry();
      facts -= oldest.getValue().map(SharedTextCache::size).orElse(0);
    }
  }

  private static int size(SourceReading reading) {
    return reading.statements().facts().size();
  }

  private static ByteBuffer digest(byte[] bytes) {
    try {
      return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java machine has SHA-256", e);
    }
  }
}

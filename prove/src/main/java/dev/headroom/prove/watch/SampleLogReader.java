package dev.headroom.prove.watch;

import dev.headroom.model.text.UserFile;
import dev.headroom.prove.sample.HostSample;
import dev.headroom.prove.sample.Series;
import dev.headroom.prove.sample.SeriesLayout;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;

/** Reader of the files that a {@link SampleLog} wrote. */
public final class SampleLogReader {
  private static final int MOST_SERIES = 1 << 20;

  private SampleLogReader() {}

  /** Files of a folder in the order of their time. */
  public static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(SampleLog.SUFFIX)).sorted().toList();
    }
  }

  /**
   * Reads a file. One that ends within a sample was cut off when its writer was killed: what comes
   * before is whole.
   *
   * @return whether it ends with a whole sample
   * @throws IOException if it cannot be read, or is none
   */
  public static boolean read(Path file, Consumer<HostSample> take) throws IOException {
    try (InputStream bytes = new BufferedInputStream(UserFile.open(file))) {
      byte[] head = bytes.readNBytes(SampleLog.MAGIC.length);
      if (!Arrays.equals(head, Arrays.copyOf(SampleLog.MAGIC, head.length))) {
        throw new IOException(file + ": is no file of samples of headroom watch");
      }
      if (head.length < SampleLog.MAGIC.length) {
        return false; // its writer was killed before the first sample
      }
      return pass(file, new DataInputStream(new InflaterInputStream(bytes)), take);
    }
  }

  private static boolean pass(Path file, DataInputStream in, Consumer<HostSample> take)
      throws IOException {
    try {
      return new Pass(in, take).run();
    } catch (IOException e) {
      throw new IOException(file + ": is damaged; what comes before the damage was read", e);
    }
  }

  private static final class Pass {
    private final DataInputStream in;
    private final Consumer<HostSample> take;
    private final List<SeriesLayout> layouts = new ArrayList<>();
    private final List<String> hosts = new ArrayList<>();
    private final Map<String, Prediction> predictions = new HashMap<>();
    private long lastMs;

    Pass(DataInputStream in, Consumer<HostSample> take) {
      this.in = in;
      this.take = take;
    }

    boolean run() throws IOException {
      while (true) {
        int kind;
        try {
          kind = in.read();
        } catch (EOFException e) {
          return false; // the compressed stream was never closed
        }
        if (kind < 0) {
          return true;
        }
        try {
          record(kind);
        } catch (EOFException e) {
          return false;
        }
      }
    }

    private void record(int kind) throws IOException {
      switch (kind) {
        case SampleLog.LAYOUT -> layouts.add(layout());
        case SampleLog.HOST -> hosts.add(in.readUTF());
        case SampleLog.SAMPLE -> take.accept(sample());
        default -> throw new ZipException("a record has the unknown kind " + kind);
      }
    }

    private SeriesLayout layout() throws IOException {
      List<Series> series = new ArrayList<>();
      long count = VariableLength.read(in);
      if (count < 0 || count > MOST_SERIES) {
        throw new ZipException("a sample cannot have " + count + " series");
      }
      for (long i = 0; i < count; i++) {
        String name = in.readUTF();
        TreeMap<String, String> labels = new TreeMap<>();
        for (long left = VariableLength.read(in); left > 0; left--) {
          labels.put(in.readUTF(), in.readUTF());
        }
        series.add(new Series(name, labels));
      }
      return SeriesLayout.of(series);
    }

    private HostSample sample() throws IOException {
      String host = at(hosts, VariableLength.read(in));
      SeriesLayout layout = at(layouts, VariableLength.read(in));
      lastMs += VariableLength.readSigned(in);
      Prediction prediction = predictions.get(host);
      if (prediction == null || prediction.layout() != layout) {
        prediction = new Prediction(layout);
        predictions.put(host, prediction);
      }
      return new HostSample(host, Instant.ofEpochMilli(lastMs), layout, prediction.read(in));
    }

    private static <T> T at(List<T> all, long number) throws ZipException {
      if (number < 0 || number >= all.size()) {
        throw new ZipException("a sample names what was not told before");
      }
      return all.get((int) number);
    }
  }
}

package dev.headroom.prove.watch;

import dev.headroom.model.text.NamedOutput;
import dev.headroom.prove.sample.HostSample;
import dev.headroom.prove.sample.Series;
import dev.headroom.prove.sample.SeriesLayout;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/**
 * Log of samples in a folder: files that are only added to, one for each run and day. Each sample
 * is written through to the file system: whoever is killed loses at most the one being written.
 *
 * <p>A sample holds how far each value is from what the two before it foretell, compressed; a day
 * of a machine with eight busy NICs, a sample every ten seconds, takes some megabytes.
 */
public final class SampleLog implements AutoCloseable {
  static final String SUFFIX = ".samples";
  static final byte[] MAGIC = "headroom-samples 1\n".getBytes(StandardCharsets.US_ASCII);
  static final int LAYOUT = 1;
  static final int HOST = 2;
  static final int SAMPLE = 3;

  private static final Duration FILE_LENGTH = Duration.ofDays(1);

  private final Path folder;
  private final Map<SeriesLayout, Integer> layouts = new HashMap<>();
  private final Map<String, Integer> hosts = new HashMap<>();
  private final Map<String, Prediction> predictions = new HashMap<>();
  private Deflater deflater = new Deflater();
  private DataOutputStream out;
  private Instant begun = Instant.MIN;
  private long lastMs;

  /**
   * Opens a folder, which is made if it is not there; what is in it stays.
   *
   * @throws IOException if nothing can be written there
   */
  public SampleLog(Path folder) throws IOException {
    this.folder = Files.createDirectories(folder);
    out = new DataOutputStream(OutputStream.nullOutputStream());
  }

  /** Adds a sample. */
  public synchronized void add(HostSample sample) throws IOException {
    if (begun.equals(Instant.MIN) || sample.time().isAfter(begun.plus(FILE_LENGTH))) {
      begin(sample.time());
    }
    int layout = layout(sample.layout());
    int host = host(sample.host());
    out.writeByte(SAMPLE);
    VariableLength.write(out, host);
    VariableLength.write(out, layout);
    long timeMs = sample.time().toEpochMilli();
    VariableLength.writeSigned(out, timeMs - lastMs);
    lastMs = timeMs;
    Prediction prediction = predictions.get(sample.host());
    if (prediction == null || prediction.layout() != sample.layout()) {
      prediction = new Prediction(sample.layout());
      predictions.put(sample.host(), prediction);
    }
    prediction.write(sample.values(), out);
    out.flush();
  }

  private void begin(Instant time) throws IOException {
    close();
    begun = time;
    lastMs = 0;
    layouts.clear();
    hosts.clear();
    predictions.clear();
    String name = time.toString().replaceAll("[^0-9TZ]", "");
    Path file = folder.resolve(name + SUFFIX);
    for (int i = 2; Files.exists(file); i++) {
      file = folder.resolve(name + "-" + i + SUFFIX);
    }
    OutputStream to = NamedOutput.open(file, file, StandardOpenOption.CREATE_NEW);
    to.write(MAGIC);
    deflater = new Deflater(Deflater.DEFAULT_COMPRESSION);
    out =
        new DataOutputStream(
            new BufferedOutputStream(new DeflaterOutputStream(to, deflater, 1 << 13, true)));
  }

  private int layout(SeriesLayout layout) throws IOException {
    Integer known = layouts.get(layout);
    if (known != null) {
      return known;
    }
    int number = layouts.size();
    layouts.put(layout, number);
    out.writeByte(LAYOUT);
    List<Series> series = layout.series();
    VariableLength.write(out, series.size());
    for (Series each : series) {
      out.writeUTF(each.name());
      VariableLength.write(out, each.labels().size());
      for (Map.Entry<String, String> label : each.labels().entrySet()) {
        out.writeUTF(label.getKey());
        out.writeUTF(label.getValue());
      }
    }
    return number;
  }

  private int host(String host) throws IOException {
    Integer known = hosts.get(host);
    if (known != null) {
      return known;
    }
    int number = hosts.size();
    hosts.put(host, number);
    out.writeByte(HOST);
    out.writeUTF(host);
    return number;
  }

  @Override
  public synchronized void close() throws IOException {
    out.close();
    deflater.end();
  }
}

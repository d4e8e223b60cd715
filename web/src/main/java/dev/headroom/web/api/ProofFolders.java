package dev.headroom.web.api;

import dev.headroom.prove.evidence.EvidenceException;
import dev.headroom.prove.evidence.EvidenceFile;
import dev.headroom.prove.report.BurnInReport;
import dev.headroom.prove.watch.SampleLogReader;
import dev.headroom.run.json.JsonWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Folders of burn-ins and of watches, as they are now. They are only read. What was read last is
 * kept until its files grow; one is read at a time.
 */
public final class ProofFolders {
  /** Most bytes of evidence that a page reads: 72 hours with a record a second are 74 MB. */
  private static final long MOST_EVIDENCE = 256L << 20;

  private final ServedFolder served;
  private final ReentrantLock reading = new ReentrantLock();
  private @Nullable Kept<BurnInReport> report;
  private @Nullable Kept<String> watched;

  private record Kept<T>(String name, String stamp, T what) {}

  /** Folders below the served one. */
  public ProofFolders(ServedFolder served) {
    this.served = served;
  }

  /** All folders, each with a stamp that changes when its files do. */
  public String list() {
    JsonWriter json = JsonWriter.compact().object().array("folders");
    for (String name : served.folders(ProofFolders::isOne)) {
      served
          .folder(name)
          .ifPresent(folder ->
              json.object()
                  .put("name", name)
                  .put("kind", isBurnIn(folder) ? "burnin" : "watch")
                  .put("stamp", stamp(folder))
                  .endObject());
    }
    return json.endArray().endObject().toString();
  }

  private static boolean isOne(Path folder) {
    return isBurnIn(folder) || isWatch(folder);
  }

  private static boolean isBurnIn(Path folder) {
    return Files.isRegularFile(folder.resolve(EvidenceFile.NAME));
  }

  private static boolean isWatch(Path folder) {
    try {
      return !SampleLogReader.files(folder).isEmpty();
    } catch (IOException e) {
      return false; // a folder that may not be listed shows nothing
    }
  }

  /** A burn-in as its evidence tells it; where that does not hold, what is wrong with it. */
  public String burnIn(String name) {
    try {
      return BurnInDocument.of(report(name));
    } catch (EvidenceException e) {
      return BurnInDocument.broken(e.getMessage() == null ? "" : e.getMessage());
    }
  }

  /**
   * The report of a burn-in.
   *
   * @throws EvidenceException naming what does not hold in its evidence
   */
  public BurnInReport report(String name) throws EvidenceException {
    Path folder = served.folder(name).filter(ProofFolders::isBurnIn).orElseThrow(() -> none(name));
    reading.lock();
    try {
      String stamp = stamp(folder);
      if (report == null || !report.name().equals(name) || !report.stamp().equals(stamp)) {
        if (Files.size(folder.resolve(EvidenceFile.NAME)) > MOST_EVIDENCE) {
          throw new ApiException(
              413, name + " is too long for a page; headroom burnin report reads it");
        }
        report = new Kept<>(name, stamp, BurnInReport.of(folder));
      }
      return report.what();
    } catch (EvidenceException e) {
      throw e;
    } catch (IOException e) {
      throw new ApiException(500, name + " cannot be read now; it is read again with its growth");
    } finally {
      reading.unlock();
    }
  }

  /** A watch: its newest samples, and what fired and cleared. */
  public String watch(String name) {
    Path folder = served.folder(name).filter(ProofFolders::isWatch).orElseThrow(() -> none(name));
    reading.lock();
    try {
      String stamp = stamp(folder);
      if (watched == null || !watched.name().equals(name) || !watched.stamp().equals(stamp)) {
        watched = new Kept<>(name, stamp, WatchDocument.of(folder));
      }
      return watched.what();
    } catch (IOException e) {
      throw new ApiException(500, name + " cannot be read now; it is read again with its growth");
    } finally {
      reading.unlock();
    }
  }

  /** Size and time of the files that grow. */
  private static String stamp(Path folder) {
    try {
      List<Path> samples = SampleLogReader.files(folder);
      Path file = isBurnIn(folder) ? folder.resolve(EvidenceFile.NAME) : samples.getLast();
      return Files.size(file) + " " + Files.getLastModifiedTime(file).toMillis();
    } catch (IOException e) {
      return "gone";
    }
  }

  private static ApiException none(String name) {
    return new ApiException(404, "there is no burn-in or watch '" + name + "' in the folder");
  }

  /** A name for messages and headings, if a request has one. */
  public static String name(Optional<String> asked) {
    return asked.orElseThrow(() -> new ApiException(400, "the request names no folder"));
  }
}

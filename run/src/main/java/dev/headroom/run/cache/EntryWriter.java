package dev.headroom.run.cache;

import dev.headroom.model.text.NamedOutput;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.RunResult;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestOutputStream;

/**
 * Writer of one entry. It takes flows as they end and then the result, so that a run of millions of
 * flows needs no memory for them.
 */
final class EntryWriter implements AutoCloseable {
  private final OutputStream file;
  private final DigestOutputStream digested;
  private final BoundedOutput out;
  private final CompressedPart flows;

  private EntryWriter(OutputStream file, long bound) {
    this.file = file;
    digested = new DigestOutputStream(file, Sha256.begin());
    out = new BoundedOutput(digested, bound);
    flows = new CompressedPart(out);
  }

  /**
   * Begins an entry.
   *
   * @param draft a file that is not there
   * @param bound most bytes of it
   */
  static EntryWriter begin(Path draft, RunKey key, long bound) throws IOException {
    EntryWriter entry =
        new EntryWriter(
            NamedOutput.open(draft, draft, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            bound);
    try {
      entry.out.write(EntryFormat.head(key));
    } catch (IOException e) {
      entry.abandon();
      throw e;
    }
    return entry;
  }

  void flow(FlowResult flow) throws IOException {
    flows.data().truth(true);
    EntryFormat.flows().write(flows.data(), flow);
  }

  /** Ends the entry with the result of the run. */
  void finish(RunResult result) throws IOException {
    flows.data().truth(false);
    flows.finish();
    long end = out.count();
    try (CompressedPart part = new CompressedPart(out)) {
      EntryFormat.results().write(part.data(), result);
      part.finish();
    }
    out.write(EntryFormat.length(end));
    out.flush();
    file.write(digested.getMessageDigest().digest());
    file.flush();
  }

  /** Closes it as well as it can be done. */
  void abandon() {
    try {
      close();
    } catch (IOException e) {
      // Nobody reads it.
    }
  }

  @Override
  public void close() throws IOException {
    flows.close();
    file.close();
  }
}

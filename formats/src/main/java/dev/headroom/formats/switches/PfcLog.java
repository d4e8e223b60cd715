package dev.headroom.formats.switches;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.Optional;

/** PFC events in a vendor's log. */
public interface PfcLog {
  /** The family of switches that write it. */
  String family();

  /** What happened; empty where no line of such a log was read. */
  Optional<List<Event>> read(HostFacts host);

  /**
   * Where to look next: of a storm a sentence, of pauses of a lossy class what the host's setting
   * is to be compared with.
   */
  String advice(What what);

  /** Of what kind. */
  enum What {
    /** The watchdog took a class out of service. */
    STORM,
    /** Pauses came for a class that is not lossless. */
    PAUSES_OF_LOSSY
  }

  /** One line. */
  record Event(What kind, String port, String queue, Evidence evidence) {}
}

package dev.headroom.sim.nic;

import dev.headroom.model.choice.MemoryInvalidation;
import dev.headroom.model.choice.RegistrationTiming;
import dev.headroom.model.knob.MemoryKnobs;
import dev.headroom.model.knob.Settings;
import java.util.Optional;

/**
 * Validity of a NIC's access to the memory of its host, until its memory keys become invalid; that
 * is from the start on where the memory was never registered.
 *
 * @param untilPs from then on not
 * @param flaw what is wrong with it then
 */
public record MemoryKeyValidity(long untilPs, Flaw flaw) {
  /** What is wrong with memory that a NIC may not reach. */
  public enum Flaw {
    NOT_REGISTERED(0, "is not registered (hosts.memory.registration never)"),
    DEREGISTERED(1, "is no longer registered (hosts.memory.lostAt)");

    private final int code;
    private final String words;

    Flaw(int code, String words) {
      this.code = code;
      this.words = words;
    }

    /** That of a code. */
    public static Flaw of(int code) {
      return code == NOT_REGISTERED.code ? NOT_REGISTERED : DEREGISTERED;
    }

    /** What a packet that tells of it has. */
    public int code() {
      return code;
    }

    /** As a sentence about memory ends. */
    public String words() {
      return words;
    }
  }

  /** What a scenario says for a host; empty where it always may. */
  public static Optional<MemoryKeyValidity> of(Settings own) {
    if (own.get(MemoryKnobs.REGISTRATION) == RegistrationTiming.NEVER) {
      return Optional.of(new MemoryKeyValidity(0, Flaw.NOT_REGISTERED));
    }
    return own.find(MemoryKnobs.LOST_AT)
        .filter(_ -> own.get(MemoryKnobs.LOSS) == MemoryInvalidation.DEREGISTERED)
        .map(at -> new MemoryKeyValidity(at.ps(), Flaw.DEREGISTERED));
  }
}

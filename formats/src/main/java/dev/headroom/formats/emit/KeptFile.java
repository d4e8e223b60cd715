package dev.headroom.formats.emit;

/**
 * Commands that keep a file of a device before a step replaces it, and that put it back. Several
 * plans may replace the same file, one after the other: each keeps what it found, under a name that
 * follows from the text that it writes.
 *
 * @param place of the file on the device
 * @param written what the step writes
 */
public record KeptFile(String place, String written) {
  private String kept() {
    return "%s.before-%08x".formatted(place, written.hashCode());
  }

  /** Keeps the file if it is not kept already; an empty one is kept of one that is not there. */
  public String keep() {
    return "[ -e %2$s ] || if [ -e %1$s ]; then cp -p %1$s %2$s; else : > %2$s; fi"
        .formatted(place, kept());
  }

  /** Puts the file back. One that was not there goes; one that is not kept was not replaced. */
  public String restore() {
    return restore("");
  }

  /**
   * The same with a command before the file goes.
   *
   * @param before the command
   */
  public String restore(String before) {
    String end = before.isEmpty() ? "" : "[ ! -e " + place + " ] || " + before + "; ";
    return "if [ -s %2$s ]; then mv %2$s %1$s; elif [ -e %2$s ]; then %3$srm -f %1$s %2$s; fi"
        .formatted(place, kept(), end);
  }
}

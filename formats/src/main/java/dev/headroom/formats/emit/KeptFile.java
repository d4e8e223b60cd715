package dev.headroom.formats.emit;

/**
 * Commands that keep a file of a device before a step replaces it, and that put it back. Several
 * plans may replace the same file, one after the other: each keeps what it found, under a name that
 * follows from the text that it writes. They are undone in the reverse order: a step whose file has
 * changed since is refused.
 *
 * @param place of the file on the device
 * @param written what the step writes
 */
public record KeptFile(String place, String written) {
  private String kept() {
    return "%s.before-%08x".formatted(place, written.hashCode());
  }

  /** A copy of the file as the step leaves it. */
  private String left() {
    return "%s.after-%08x".formatted(place, written.hashCode());
  }

  /** Keeps the file if it is not kept already; an empty one is kept of one that is not there. */
  public String keep() {
    return "[ -e %2$s ] || if [ -e %1$s ]; then cp -p %1$s %2$s; else : > %2$s; fi"
        .formatted(place, kept());
  }

  /** Notes how the step leaves the file, so that its undo sees whether it has changed since. */
  public String note() {
    return "cp -p %s %s".formatted(place, left());
  }

  /**
   * Puts the file back. One that was not there goes; one that is not kept was not replaced. It ends
   * with status 1 where the file was noted and has changed since.
   */
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
    return """
    if [ -e %2$s ] && [ -e %3$s ] && [ -e %1$s ] && [ "$(cat %1$s)" != "$(cat %3$s)" ]; then \
    echo "%1$s has changed since this step: undo first what changed it, such as a later plan; or \
    delete %2$s to leave the file as it is" >&2; exit 1; fi; \
    if [ -s %2$s ]; then mv %2$s %1$s; elif [ -e %2$s ]; then %4$srm -f %1$s %2$s; fi; \
    rm -f %3$s\
    """
        .formatted(place, kept(), left(), end);
  }
}

package dev.headroom.formats.read;

import dev.headroom.formats.fact.FactSource;
import java.util.Iterator;
import java.util.List;

/**
 * Lines that one reader reads.
 *
 * @param source where they come from
 * @param command the command that a prompt above them shows, or blank
 * @param lines at least one
 */
public record LineBlock(FactSource source, String command, List<TextLine> lines)
    implements Iterable<TextLine> {

  public TextLine first() {
    return lines.getFirst();
  }

  @Override
  public Iterator<TextLine> iterator() {
    return lines.iterator();
  }
}

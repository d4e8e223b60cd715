package dev.headroom.formats.read;

import dev.headroom.formats.fact.Source;
import java.util.Iterator;
import java.util.List;

/**
 * Lines that one reader reads.
 *
 * @param source where they come from
 * @param command the command that a prompt above them shows, or blank
 * @param lines at least one
 */
public record Block(Source source, String command, List<Line> lines) implements Iterable<Line> {

  public Line first() {
    return lines.getFirst();
  }

  @Override
  public Iterator<Line> iterator() {
    return lines.iterator();
  }
}

package dev.headroom.model.yaml;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.ParserException;
import org.snakeyaml.engine.v2.parser.Parser;

/**
 * YAML parser that stops at a block with more keys than any block of a scenario can have. The rest
 * need not be read to report the error.
 */
final class KeyLimit implements Parser {
  /**
   * Keys of one block; the longest that mean something are the points of a distribution of sizes.
   */
  static final int MOST_KEYS = 20_000;

  private final Parser within;

  /** For each block and list that is open: nodes in it so far, or less than 0 in a list. */
  private final Deque<int[]> open = new ArrayDeque<>();

  KeyLimit(Parser within) {
    this.within = within;
  }

  @Override
  public boolean checkEvent(Event.ID choice) {
    return within.checkEvent(choice);
  }

  @Override
  public Event peekEvent() {
    return within.peekEvent();
  }

  @Override
  public boolean hasNext() {
    return within.hasNext();
  }

  /**
   * The next event.
   *
   * @throws TooManyKeys where a key is one too many
   */
  @Override
  public Event next() {
    Event event = within.next();
    switch (event.getEventId()) {
      case Scalar, Alias -> count(event);
      case MappingStart -> {
        count(event);
        open.push(new int[] {0});
      }
      case SequenceStart -> {
        count(event);
        open.push(new int[] {Integer.MIN_VALUE});
      }
      case MappingEnd, SequenceEnd -> open.pop();
      default -> {
        // documents and the stream have no keys
      }
    }
    return event;
  }

  private void count(Event event) {
    int[] block = open.peek();
    if (block != null && ++block[0] > 2 * MOST_KEYS) {
      throw new TooManyKeys(event.getStartMark());
    }
  }

  /** A block has more keys than any of a scenario can have. */
  static final class TooManyKeys extends ParserException {
    private static final long serialVersionUID = 1L;

    TooManyKeys(Optional<Mark> at) {
      super("this block has more than %,d keys".formatted(MOST_KEYS), at);
    }
  }
}

package dev.headroom.model.knob;

/**
 * A congestion control that is not among ours. A scenario knows its name; what it does is brought
 * along by whoever runs it, as a value that says more than this.
 */
public interface OwnControl {
  /** {@link CongestionKnobs#ALGORITHM}, where it is one of these. */
  String WORD = "own";

  /** Its class's name. */
  String name();

  /** One that so far is a name only. */
  record Named(String name) implements OwnControl {}
}

package dev.headroom.tune.search;

/** Listener to a search. All calls come from the thread of the search. */
public interface SearchListener {
  /** Listener that does nothing. */
  SearchListener NONE = new SearchListener() {};

  /** An answer that the evaluator gave, in the order of the requests. */
  default void answered(RunRequest request, RunAnswer answer) {}

  /** The state after a batch. */
  default void progressed(SearchProgress progress) {}
}

package dev.headroom.formats.read;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Selection of the readers that may match a line, by their {@linkplain FormatReader#clues clues}.
 * One pass over the line finds the clues of all readers, however many there are (Aho and Corasick,
 * "Efficient string matching", Communications of the ACM 18, 1975).
 */
final class ReaderClues {
  /** Clues are ASCII; what is not leads back to the beginning. */
  private static final int LETTERS = 128;

  /** Where each character leads from each state; state 0 is the beginning. */
  private final List<int[]> next = new ArrayList<>();

  /** For each state the readers whose clues end there, as bits. */
  private final List<long[]> found = new ArrayList<>();

  /** Readers without clues: every line may be for them. */
  private final long[] always;

  private final int[][] steps;
  private final long[][] ends;

  ReaderClues(List<FormatReader> readers) {
    always = new long[(readers.size() + Long.SIZE - 1) / Long.SIZE];
    state();
    for (int reader = 0; reader < readers.size(); reader++) {
      List<String> clues = readers.get(reader).clues();
      if (clues.isEmpty()) {
        add(always, reader);
      }
      for (String clue : clues) {
        add(found.get(stateOf(clue)), reader);
      }
    }
    link();
    steps = next.toArray(int[][]::new);
    ends = found.stream().map(ReaderClues::unlessNone).toArray(long[][]::new);
  }

  /** The readers that a line may be for, as bits, in their order. */
  long[] readersFor(String text) {
    long[] readers = always.clone();
    int state = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      state = c < LETTERS ? steps[state][c] : 0;
      addAll(readers, ends[state]);
    }
    return readers;
  }

  /** Nothing instead of no bits, which is quicker to tell. */
  private static long[] unlessNone(long[] readers) {
    return Arrays.stream(readers).allMatch(bits -> bits == 0) ? new long[0] : readers;
  }

  private int state() {
    int[] nowhere = new int[LETTERS];
    Arrays.fill(nowhere, -1);
    next.add(nowhere);
    found.add(none());
    return next.size() - 1;
  }

  private long[] none() {
    return new long[always.length];
  }

  private int stateOf(String clue) {
    int state = 0;
    for (int i = 0; i < clue.length(); i++) {
      char c = clue.charAt(i);
      if (c >= LETTERS) {
        throw new IllegalArgumentException("not ASCII: " + clue);
      }
      if (next.get(state)[c] < 0) {
        int added = state();
        next.get(state)[c] = added;
      }
      state = next.get(state)[c];
    }
    return state;
  }

  /** Where a clue breaks off, goes on with the longest other that its end begins. */
  private void link() {
    int[] fallback = new int[next.size()];
    int[] nearest = new int[next.size()]; // the first is the beginning
    int known = 1;
    for (int turn = 0; turn < known; turn++) {
      int state = nearest[turn];
      int[] taken = next.get(state);
      int[] otherwise = next.get(fallback[state]);
      addAll(found.get(state), found.get(fallback[state]));
      for (int c = 0; c < LETTERS; c++) {
        int to = taken[c];
        int other = state == 0 ? 0 : otherwise[c];
        if (to < 0) {
          taken[c] = other;
        } else {
          fallback[to] = other;
          nearest[known++] = to;
        }
      }
    }
  }

  private static void add(long[] readers, int reader) {
    readers[reader / Long.SIZE] |= 1L << reader;
  }

  private static void addAll(long[] readers, long[] others) {
    for (int i = 0; i < others.length; i++) {
      readers[i] |= others[i];
    }
  }
}

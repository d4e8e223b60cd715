package dev.headroom.model.inference;

import dev.headroom.model.knob.ValueType;
import dev.headroom.unit.Time;
import dev.headroom.unit.UnitException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Recorded trace of prompt arrivals.
 *
 * @param requests in the order in which they came, the first at 0
 */
public record RequestTrace(List<Request> requests) {
  /** No trace has more. */
  public static final int MOST_REQUESTS = 1_000_000;

  /**
   * @param atPs when it came, in picoseconds after the first
   * @param tokens of its prompt
   */
  public record Request(long atPs, int tokens) {}

  /** How a scenario writes it: {@code 0ns=1500,250ms=512}. */
  public static final ValueType<RequestTrace> TYPE =
      new ValueType<>(
          "trace of requests",
          "0ns=1500,250ms=512",
          RequestTrace::parse,
          RequestTrace::text,
          List.of());

  public RequestTrace {
    requests = List.copyOf(requests);
  }

  /**
   * Puts requests in order, those of the same time as they stand, and counts from the first.
   *
   * @param seen at least one; their times from wherever
   */
  static RequestTrace of(List<Request> seen) {
    List<Request> sorted = seen.stream().sorted(Comparator.comparingLong(Request::atPs)).toList();
    long firstPs = sorted.getFirst().atPs;
    return new RequestTrace(
        sorted.stream()
            .map(request -> new Request(request.atPs - firstPs, request.tokens))
            .toList());
  }

  /** Reads {@code TIME=TOKENS,...}; throws {@link UnitException}. */
  private static RequestTrace parse(String text) {
    List<Request> requests = new ArrayList<>();
    for (String entry : text.split(",", -1)) {
      String[] pair = entry.split("=", 2);
      if (pair.length != 2) {
        throw new UnitException(
            "'%s' is not a request; use file:NAME, or TIME=TOKENS such as 250ms=1500"
                .formatted(entry.strip()));
      }
      long tokens = ValueType.WHOLE.parser().apply(pair[1]);
      if (!isLength(tokens)) {
        throw new UnitException(
            "%d is not a valid number of tokens of a prompt; use 1 to %d"
                .formatted(tokens, PromptLengths.MOST_TOKENS));
      }
      requests.add(new Request(Time.parse(pair[0]).ps(), Math.toIntExact(tokens)));
    }
    return of(requests);
  }

  static boolean isLength(long tokens) {
    return tokens >= 1 && tokens <= PromptLengths.MOST_TOKENS;
  }

  /** As a scenario writes it; reads back equal. */
  public String text() {
    return requests.stream()
        .map(request -> new Time(request.atPs) + "=" + request.tokens)
        .collect(Collectors.joining(","));
  }

  public int count() {
    return requests.size();
  }

  /** Time from the first to the last, in picoseconds. */
  public long lastsPs() {
    return requests.getLast().atPs;
  }

  /** Tokens of the longest of the first so many. */
  public int longest(int some) {
    return requests.stream().limit(some).mapToInt(Request::tokens).max().orElseThrow();
  }
}

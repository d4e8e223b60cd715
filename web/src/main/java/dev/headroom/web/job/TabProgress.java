package dev.headroom.web.job;

import dev.headroom.run.json.JsonWriter;
import java.util.Optional;
import java.util.function.Consumer;

/** Teller of how far something is, in words, to the tab that asked for it. */
public final class TabProgress {
  /** A page shows no more than ten a second. */
  private static final long EVENT_NANOS = 100_000_000;

  private TabProgress() {}

  /**
   * One that sends events.
   *
   * @param tab where it is known who asks
   * @param name of the events; their data is {@code {"said": "..."}}
   */
  public static Consumer<String> of(Optional<Tab> tab, String name) {
    if (tab.isEmpty()) {
      return _ -> {};
    }
    long[] toldNanos = {System.nanoTime() - EVENT_NANOS};
    return text -> {
      synchronized (toldNanos) {
        if (System.nanoTime() - toldNanos[0] >= EVENT_NANOS) {
          toldNanos[0] = System.nanoTime();
          tab.get()
              .add(name, JsonWriter.compact().object().put("said", text).endObject().toString());
        }
      }
    };
  }
}

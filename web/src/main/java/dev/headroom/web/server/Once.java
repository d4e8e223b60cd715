package dev.headroom.web.server;

import java.util.Optional;
import java.util.function.Supplier;

/** Value that is made when it is first asked for. */
final class Once<T> implements Supplier<T> {
  private final Supplier<T> maker;
  private Optional<T> made = Optional.empty();

  Once(Supplier<T> maker) {
    this.maker = maker;
  }

  @Override
  public synchronized T get() {
    T value = made.orElseGet(maker);
    made = Optional.of(value);
    return value;
  }
}

package dev.headroom.prove.watch;

import dev.headroom.model.text.FailureMessage;
import dev.headroom.prove.alarm.AlarmEngine;
import dev.headroom.prove.alarm.AlarmEvent;
import dev.headroom.prove.sample.HostSample;
import dev.headroom.prove.sample.RawReading;
import dev.headroom.prove.sample.SampleReader;
import dev.headroom.prove.sample.SampleSource;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Watch over machines: each round takes a sample of all of them, some at a time, keeps it, and
 * judges it. A machine that cannot be read is told, and the others go on.
 */
public final class Watch implements AutoCloseable {
  private final List<Machine> machines;
  private final AlarmEngine engine;
  private final InstantSource clock;
  private final Optional<SampleLog> log;
  private final ExecutorService crew;
  private final Map<String, HostSample> newest = new ConcurrentHashMap<>();
  private final Map<String, String> unreachable = new ConcurrentHashMap<>();

  private record Machine(SampleSource source, SampleReader reader) {}

  /**
   * A round of samples.
   *
   * @param state what is so now
   * @param events what began and ended
   * @param refused what could not be read for the first time: {@code HOST: PATH: WHY}
   */
  public record Round(WatchState state, List<AlarmEvent> events, List<String> refused) {}

  /**
   * A watch.
   *
   * @param atOnce most machines at a time
   */
  public Watch(
      List<SampleSource> sources,
      AlarmEngine engine,
      InstantSource clock,
      Optional<SampleLog> log,
      int atOnce) {
    machines =
        sources.stream()
            .map(source -> new Machine(source, new SampleReader(source.host())))
            .toList();
    this.engine = engine;
    this.clock = clock;
    this.log = log;
    crew = Executors.newFixedThreadPool(Math.min(atOnce, Math.max(1, machines.size())));
  }

  /**
   * Takes a sample of each machine.
   *
   * @throws IOException if samples cannot be kept
   */
  public Round round() throws IOException, InterruptedException {
    List<Future<Result>> running = new ArrayList<>();
    for (Machine machine : machines) {
      running.add(crew.submit(() -> sample(machine)));
    }
    List<AlarmEvent> events = new ArrayList<>();
    List<String> refused = new ArrayList<>();
    try {
      for (Future<Result> each : running) {
        Result result = each.get();
        events.addAll(result.events());
        refused.addAll(result.refused());
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException io) {
        throw io;
      }
      throw new IllegalStateException(e.getCause());
    } finally {
      running.forEach(each -> each.cancel(true));
    }
    return new Round(state(), events, refused);
  }

  private record Result(List<AlarmEvent> events, List<String> refused) {}

  private Result sample(Machine machine) throws IOException, InterruptedException {
    String host = machine.source().host();
    RawReading reading;
    try {
      reading = machine.source().read();
    } catch (IOException e) {
      boolean known = unreachable.put(host, FailureMessage.of(e)) != null;
      List<String> told = known ? List.of() : List.of(host + ": " + FailureMessage.of(e));
      return new Result(engine.look(host, clock.instant()), told);
    }
    unreachable.remove(host);
    HostSample sample = machine.reader().read(reading);
    newest.put(host, sample);
    if (log.isPresent()) {
      log.get().add(sample);
    }
    List<String> refused =
        reading.refused().stream()
            .map(each -> host + ": " + each.path() + ": " + each.why())
            .toList();
    return new Result(engine.add(sample), refused);
  }

  /** The newest sample of each machine. */
  public Collection<HostSample> newest() {
    return newest.values();
  }

  private WatchState state() {
    return new WatchState(
        clock.instant(),
        newest.values().stream()
            .sorted((one, other) -> one.host().compareTo(other.host()))
            .toList(),
        unreachable.entrySet().stream()
            .map(each -> new WatchState.Unreachable(each.getKey(), each.getValue()))
            .sorted((one, other) -> one.host().compareTo(other.host()))
            .toList(),
        engine.incidents());
  }

  @Override
  public void close() throws IOException {
    crew.shutdownNow();
    machines.forEach(each -> each.source().close());
    if (log.isPresent()) {
      log.get().close();
    }
  }
}

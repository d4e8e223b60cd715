package dev.headroom.prove.alarm;

import dev.headroom.prove.query.Element;
import dev.headroom.prove.query.Evaluator;
import dev.headroom.prove.sample.HostHistory;
import dev.headroom.prove.sample.HostSample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Judge of samples: which alarms are there. An alarm fires when its condition has held long enough;
 * it stays for a while after the condition ended, so that nobody misses it, and then clears.
 *
 * <p>Any number of threads may add samples of different machines.
 */
public final class AlarmEngine {
  private final List<AlarmRule> rules;
  private final Map<String, Duration> metrics;
  private final Map<String, Machine> machines = new TreeMap<>();

  /** Judged by these rules, in this order. */
  public AlarmEngine(List<AlarmRule> rules) {
    this.rules = List.copyOf(rules);
    metrics = AlarmTable.metrics(rules);
  }

  /** One condition of one part of a machine. */
  private record Key(AlarmRule rule, SortedMap<String, String> labels) {}

  private static final class State {
    private Instant began;
    private Instant fired = Instant.MAX;
    private Instant last;
    private double value;

    State(Instant began, double value) {
      this.began = began;
      last = began;
      this.value = value;
    }
  }

  private static final class Machine {
    private final HostHistory history;
    private final Map<Key, State> states = new HashMap<>();

    Machine(HostHistory history) {
      this.history = history;
    }

    /** Where the clock was set back, what would lie ahead is of now. */
    void setBack(Instant now) {
      for (State state : states.values()) {
        state.began = earlier(state.began, now);
        state.last = earlier(state.last, now);
        state.fired = state.fired.equals(Instant.MAX) ? state.fired : earlier(state.fired, now);
      }
    }

    private static Instant earlier(Instant one, Instant other) {
      return one.isBefore(other) ? one : other;
    }
  }

  /** Adds a sample, and says what began or ended with it. */
  public List<AlarmEvent> add(HostSample sample) {
    Machine machine = machine(sample.host());
    synchronized (machine) {
      machine.setBack(sample.time());
      machine.history.add(sample);
      return judge(machine, sample.time());
    }
  }

  /** Looks at a machine again although it has no new sample: it may have been silent too long. */
  public List<AlarmEvent> look(String host, Instant now) {
    Machine machine = machine(host);
    synchronized (machine) {
      machine.setBack(now);
      return judge(machine, now);
    }
  }

  private Machine machine(String host) {
    synchronized (machines) {
      return machines.computeIfAbsent(host, name -> new Machine(new HostHistory(name, metrics)));
    }
  }

  private List<AlarmEvent> judge(Machine machine, Instant now) {
    List<AlarmEvent> events = new ArrayList<>();
    Evaluator evaluator = new Evaluator(machine.history, now.toEpochMilli());
    for (AlarmRule rule : rules) {
      for (Element element : evaluator.evaluate(rule.condition().expression())) {
        hold(machine, new Key(rule, element.labels()), element.value(), now, events);
      }
    }
    end(machine, now, events);
    return events;
  }

  private static void hold(
      Machine machine, Key key, double value, Instant now, List<AlarmEvent> events) {
    State state = machine.states.computeIfAbsent(key, _ -> new State(now, value));
    state.last = now;
    state.value = value;
    boolean due = !now.isBefore(state.began.plus(key.rule().condition().pending()));
    if (due && state.fired.equals(Instant.MAX)) {
      state.fired = now;
      events.add(new AlarmEvent(now, true, alarm(machine, key, state)));
    }
  }

  private static void end(Machine machine, Instant now, List<AlarmEvent> events) {
    Iterator<Map.Entry<Key, State>> each = machine.states.entrySet().iterator();
    while (each.hasNext()) {
      Map.Entry<Key, State> next = each.next();
      State state = next.getValue();
      if (!state.last.isBefore(now)) {
        continue;
      }
      boolean fired = !state.fired.equals(Instant.MAX);
      if (!fired || !now.isBefore(state.last.plus(next.getKey().rule().condition().hold()))) {
        each.remove();
        if (fired) {
          events.add(new AlarmEvent(now, false, alarm(machine, next.getKey(), state)));
        }
      }
    }
  }

  private static Alarm alarm(Machine machine, Key key, State state) {
    String device = key.labels().getOrDefault("device", "");
    return new Alarm(
        key.rule(),
        machine.history.host(),
        key.labels(),
        machine.history.hardware(device),
        state.value,
        state.fired,
        state.last);
  }

  /** The alarms that are there, of all machines. */
  public List<Alarm> alarms() {
    List<Machine> all;
    synchronized (machines) {
      all = List.copyOf(machines.values());
    }
    List<Alarm> alarms = new ArrayList<>();
    for (Machine machine : all) {
      synchronized (machine) {
        machine.states.forEach((key, state) -> {
          if (!state.fired.equals(Instant.MAX)) {
            alarms.add(alarm(machine, key, state));
          }
        });
      }
    }
    alarms.sort(
        Comparator.comparing(Alarm::since)
            .thenComparing(Alarm::place)
            .thenComparing(each -> each.rule().name()));
    return alarms;
  }

  /** The alarms put in order: what nothing explains, and what follows. */
  public List<Incident> incidents() {
    return Incident.of(alarms());
  }
}

package dev.headroom.model.script;

import dev.headroom.model.schedule.Schedule;
import dev.headroom.model.schedule.WorkerStep;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Schedule of processes' calls, as steps of workers.
 *
 * <p>A process has a caller, which goes through its script, and a writer for each peer: what sends
 * a message whose receiver was not ready when it was called.
 *
 * <p>Callers are workers 0 to n - 1, writers follow. Each message has a header; what is sent when
 * the peer expects it has another one in front, which said that it was coming.
 */
public final class ScriptedSchedule implements Schedule {
  /** A step with more lines than this is cut in two. */
  private static final int MOST_LINES = WorkerStep.BATCH / 2;

  private final String description;
  private final String rankWord;
  private final int ranks;
  private final int header;
  private final ProcessLines lines = new ProcessLines();
  private final List<StepSequence> stepSequences = new ArrayList<>();

  /** The process of each worker. */
  private final List<Integer> owners = new ArrayList<>();

  /** The writer of a process for a peer, by {@code process * n + peer}. */
  private final Map<Long, Integer> writers = new HashMap<>();

  /** Of each line: the workers at its ends. */
  private final int[] senders;

  private final int[] receivers;

  /**
   * @param header of each message, in bytes
   * @param scripts of the processes, two or more
   */
  public ScriptedSchedule(String description, int header, List<ProcessScript> scripts) {
    this(description, "process", header, scripts);
  }

  /**
   * Of something else than processes.
   *
   * @param rankWord what each is called
   * @param header of each message, in bytes
   * @param scripts of each, two or more
   */
  public ScriptedSchedule(
      String description, String rankWord, int header, List<ProcessScript> scripts) {
    this.description = description;
    this.rankWord = rankWord;
    this.header = header;
    ranks = scripts.size();
    for (int rank = 0; rank < ranks; rank++) {
      owners.add(rank);
      stepSequences.add(new StepSequence());
    }
    for (int rank = 0; rank < ranks; rank++) {
      new Caller(rank).write(scripts.get(rank));
    }
    senders = IntStream.range(0, lines.count()).map(this::findSender).toArray();
    receivers = IntStream.range(0, lines.count()).map(this::findReceiver).toArray();
  }

  private int findSender(int line) {
    ProcessLines.Line told = lines.line(line);
    Integer writer = writers.get((long) told.from() * ranks + told.to());
    return told.kind() == ProcessLines.Kind.DATA && writer != null ? writer : told.from();
  }

  private int findReceiver(int line) {
    ProcessLines.Line told = lines.line(line);
    return switch (told.kind()) {
      case DATA, NOTICE -> told.to();
      case READY -> writer(told.to(), told.from());
      case OFFER -> writer(told.from(), told.to());
    };
  }

  /** What is told on a line, in a word. */
  public String kind(int line) {
    return lines.line(line).kind().name().toLowerCase(Locale.ROOT);
  }

  private int writer(int rank, int peer) {
    return writers.computeIfAbsent(
        (long) rank * ranks + peer,
        key -> {
          owners.add(rank);
          stepSequences.add(new StepSequence());
          return stepSequences.size() - 1;
        });
  }

  /** Makes steps of what a process calls: each waits, then works or sends. */
  private final class Caller {
    private final int rank;
    private final int[] step = new int[WorkerStep.BATCH];
    private int receives;
    private int used;
    private long work;

    Caller(int rank) {
      this.rank = rank;
    }

    void write(ProcessScript script) {
      for (ProcessScript.Call call : script.calls()) {
        switch (call.kind()) {
          case EXPECT -> send(ProcessLines.Kind.READY, call.peer(), header);
          case SEND -> offer(call.peer(), call.amount());
          case PUT -> send(ProcessLines.Kind.DATA, call.peer(), header + call.amount());
          case NOTIFY -> send(ProcessLines.Kind.NOTICE, call.peer(), header + call.amount());
          case AWAIT -> await(lines.of(ProcessLines.Kind.DATA, call.peer(), rank));
          case AWAIT_NOTICE -> await(lines.of(ProcessLines.Kind.NOTICE, call.peer(), rank));
          case WORK -> work(call.amount());
        }
      }
      end();
    }

    private void offer(int peer, long bytes) {
      send(ProcessLines.Kind.OFFER, peer, 0);
      int data = lines.of(ProcessLines.Kind.DATA, rank, peer);
      lines.messages(data).add(2L * header + bytes);
      int[] once = {
        lines.of(ProcessLines.Kind.OFFER, rank, peer),
        lines.of(ProcessLines.Kind.READY, peer, rank),
        data
      };
      stepSequences.get(writer(rank, peer)).add(once, 2, once.length, 0);
    }

    private void send(ProcessLines.Kind kind, int peer, long bytes) {
      if (work > 0 || used == MOST_LINES) {
        end();
      }
      int line = lines.of(kind, rank, peer);
      lines.messages(line).add(bytes);
      step[used++] = line;
    }

    private void await(int line) {
      boolean again = false;
      for (int i = 0; i < receives; i++) {
        again |= step[i] == line;
      }
      if (again || work > 0 || used > receives || used == MOST_LINES) {
        end();
      }
      step[used++] = line;
      receives++;
    }

    private void work(long ps) {
      if (used > receives) {
        end();
      }
      work += ps;
    }

    private void end() {
      if (used > 0 || work > 0) {
        stepSequences.get(rank).add(step, receives, used, work);
      }
      used = 0;
      receives = 0;
      work = 0;
    }
  }

  @Override
  public int workers() {
    return stepSequences.size();
  }

  @Override
  public int rank(int worker) {
    return owners.get(worker);
  }

  @Override
  public String rankWord() {
    return rankWord;
  }

  @Override
  public int steps(int worker) {
    return stepSequences.get(worker).steps();
  }

  @Override
  public void step(int worker, int index, WorkerStep into) {
    stepSequences.get(worker).step(index, into);
  }

  @Override
  public int lines() {
    return lines.count();
  }

  @Override
  public int sender(int line) {
    return senders[line];
  }

  @Override
  public int receiver(int line) {
    return receivers[line];
  }

  @Override
  public int messages(int line) {
    return lines.messages(line).count();
  }

  @Override
  public long bytes(int line, int k) {
    return lines.messages(line).bytes(k);
  }

  @Override
  public String description() {
    return description;
  }
}

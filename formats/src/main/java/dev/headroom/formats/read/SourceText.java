package dev.headroom.formats.read;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.FactSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Conversion of bytes into clean lines: any line end, no colours, no control characters, no
 * quotation marks of mails. Never keeps more than {@link #MOST_BYTES}, whatever comes.
 */
final class SourceText {
  /** Of one source. What a host prints is smaller by far; logs of large jobs are cut here. */
  static final int MOST_BYTES = 32 << 20;

  /** Of one line: {@code ip -j} and {@code rdma -j} print all they have in one. */
  static final int MOST_IN_LINE = 4 << 20;

  /** Of one source: each costs memory for itself and its facts. */
  static final int MOST_LINES = 250_000;

  private static final int SAMPLE = 8192;
  private static final Pattern ESCAPES =
      Pattern.compile(
          "\u001b(?:\\[[0-9;:?<=>]{0,64}[ -/]{0,4}[@-~]|\\][^\u0007\u001b]{0,4096}(?:\u0007|\u001b\\\\)|[@-Z\\\\^_])");
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}&&[^\t]]");

  /** What {@code mpirun --tag-output} puts before a line. */
  private static final Pattern TAGGED =
      Pattern.compile("\\s*\\[(?:[\\w.-]{1,300}@)?\\d+,\\d+\\]<std(?:out|err)>:\\s?");

  private static final Pattern QUOTED = Pattern.compile("(?:>[ ]?){1,20}");

  private SourceText() {}

  /**
   * @throws IOException if it cannot be read
   */
  static SourceLines read(FactSource source, InputStream bytes) throws IOException {
    byte[] sample = bytes.readNBytes(SAMPLE);
    InputStream beginning = new ByteArrayInputStream(sample);
    InputStream in = sample.length < SAMPLE ? beginning : new SequenceInputStream(beginning, bytes);
    List<String> notes = new ArrayList<>();
    Charset charset = charset(sample);
    if (charset.equals(StandardCharsets.UTF_8) && isBinary(sample)) {
      return new SourceLines(source, List.of(), List.of("is not text"));
    }
    List<TextLine> lines =
        charset.equals(StandardCharsets.UTF_8)
            ? lines(source, in, notes)
            : wide(source, in, charset, notes);
    return new SourceLines(source, HtmlMarkup.shown(lines), notes);
  }

  static SourceLines of(FactSource source, String text) {
    List<TextLine> lines = new ArrayList<>();
    text.lines().forEach(line -> add(source, line, lines));
    return new SourceLines(source, HtmlMarkup.shown(lines), List.of());
  }

  private static List<TextLine> lines(FactSource source, InputStream in, List<String> notes)
      throws IOException {
    List<TextLine> lines = new ArrayList<>();
    ByteArrayOutputStream line = new ByteArrayOutputStream(256);
    byte[] buffer = new byte[Math.clamp(in.available(), 1, 1 << 16)];
    long total = 0;
    boolean cut = false;
    int read;
    while ((read = in.read(buffer)) > 0) {
      total += read;
      int start = 0;
      for (int i = 0; i < read; i++) {
        if (buffer[i] == '\n') {
          cut |= append(line, buffer, start, i);
          add(source, line.toString(StandardCharsets.UTF_8), lines);
          line.reset();
          start = i + 1;
        }
      }
      cut |= append(line, buffer, start, read);
      if (lines.size() >= MOST_LINES) {
        lines.subList(MOST_LINES, lines.size()).clear();
        line.reset();
        notes.add("has more than %d lines; the rest was not read".formatted(MOST_LINES));
        break;
      }
      if (total > MOST_BYTES) {
        notes.add("is longer than %d MiB; the rest was not read".formatted(MOST_BYTES >> 20));
        break;
      }
    }
    if (line.size() > 0) {
      add(source, line.toString(StandardCharsets.UTF_8), lines);
    }
    if (cut) {
      notes.add("has lines of more than %d MiB, which were cut".formatted(MOST_IN_LINE >> 20));
    }
    return lines;
  }

  /** Whether something had to be left out. */
  private static boolean append(ByteArrayOutputStream line, byte[] buffer, int from, int to) {
    int room = Math.min(to - from, MOST_IN_LINE - line.size());
    line.write(buffer, from, room);
    return room < to - from;
  }

  /** What Windows' Notepad and PowerShell write. */
  private static List<TextLine> wide(
      FactSource source, InputStream in, Charset charset, List<String> notes) throws IOException {
    byte[] all = in.readNBytes(MOST_BYTES / 4);
    if (in.read() >= 0) {
      notes.add("is longer than %d MiB; the rest was not read".formatted(MOST_BYTES >> 22));
    }
    List<TextLine> lines = new ArrayList<>();
    new String(all, charset).lines().forEach(line -> add(source, line, lines));
    return lines;
  }

  private static void add(FactSource source, String raw, List<TextLine> lines) {
    boolean marked = lines.isEmpty() && raw.startsWith("\ufeff");
    lines.add(line(source, lines.size() + 1, marked ? raw.substring(1) : raw));
  }

  /** A line without what does not belong to its text. */
  static TextLine line(FactSource source, int number, String raw) {
    String text = raw;
    if (text.endsWith("\r")) {
      text = text.substring(0, text.length() - 1);
    }
    if (hasControls(text)) {
      text = ESCAPES.matcher(text).replaceAll("");
      text = CONTROL.matcher(text).replaceAll(" ");
    }
    Evidence evidence =
        new Evidence(
            source,
            number,
            text.length() <= TextLine.LONGEST ? text : text.substring(0, TextLine.LONGEST));
    String unquoted = text.startsWith(">") ? QUOTED.matcher(text).replaceFirst("") : text;
    if (unquoted.contains("]<std")) {
      unquoted = TAGGED.matcher(unquoted).replaceFirst("");
    }
    return TextLine.of(unquoted.replace('\u00a0', ' '), evidence);
  }

  private static boolean hasControls(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c < ' ' && c != '\t') || (c >= 0x7f && c < 0xa0)) {
        return true;
      }
    }
    return false;
  }

  private static Charset charset(byte[] sample) {
    if (sample.length >= 2) {
      int first = (sample[0] & 0xff) << 8 | (sample[1] & 0xff);
      if (first == 0xfeff || first == 0xfffe) {
        return StandardCharsets.UTF_16;
      }
    }
    return StandardCharsets.UTF_8;
  }

  /** Text has no zero byte, and few bytes that are neither printed nor blank. */
  private static boolean isBinary(byte[] sample) {
    int strange = 0;
    for (byte b : sample) {
      int c = b & 0xff;
      if (c == 0) {
        return true;
      }
      if (c < ' ' && c != '\n' && c != '\r' && c != '\t' && c != 0x1b && c != '\f' && c != '\b') {
        strange++;
      }
    }
    return strange * 20 > sample.length;
  }
}

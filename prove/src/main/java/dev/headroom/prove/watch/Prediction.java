package dev.headroom.prove.watch;

import dev.headroom.prove.sample.SeriesLayout;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Prediction of the next sample of a machine by its last two: each value goes on as it did. Most
 * counters of errors stand still, and those of bytes grow evenly, so that little is left to write.
 */
final class Prediction {
  /** Up to here a double holds every whole number. */
  private static final double WHOLE = 0x1p53;

  private static final int PLAIN = 1;
  private static final int DIFFERENCE = 0;

  private final SeriesLayout layout;
  private final double[] last;
  private final double[] step;

  Prediction(SeriesLayout layout) {
    this.layout = layout;
    last = new double[layout.size()];
    step = new double[layout.size()];
  }

  SeriesLayout layout() {
    return layout;
  }

  /** Writes how many values come as foretold, then one that does not, and so on. */
  void write(double[] values, DataOutput out) throws IOException {
    int asForetold = 0;
    for (int i = 0; i < values.length; i++) {
      double foretold = last[i] + step[i];
      if (values[i] == foretold) {
        asForetold++;
      } else {
        VariableLength.write(out, asForetold);
        asForetold = 0;
        if (isWhole(values[i]) && isWhole(foretold)) {
          VariableLength.write(out, DIFFERENCE);
          VariableLength.writeSigned(out, (long) values[i] - (long) foretold);
        } else {
          VariableLength.write(out, PLAIN);
          out.writeDouble(values[i]);
        }
      }
      note(i, values[i]);
    }
    VariableLength.write(out, asForetold);
  }

  double[] read(DataInput in) throws IOException {
    double[] values = new double[last.length];
    int at = 0;
    while (true) {
      long asForetold = VariableLength.read(in);
      if (asForetold < 0 || asForetold > values.length - at) {
        throw new IOException("a sample has more values than series");
      }
      for (long i = 0; i < asForetold; i++, at++) {
        values[at] = last[at] + step[at];
        note(at, values[at]);
      }
      if (at == values.length) {
        return values;
      }
      double foretold = last[at] + step[at];
      values[at] =
          VariableLength.read(in) == DIFFERENCE
              ? (long) foretold + VariableLength.readSigned(in)
              : in.readDouble();
      note(at, values[at]);
      at++;
      if (at == values.length) {
        VariableLength.read(in);
        return values;
      }
    }
  }

  private void note(int at, double value) {
    step[at] = isWhole(value) && isWhole(last[at]) ? value - last[at] : 0;
    last[at] = value;
  }

  private static boolean isWhole(double value) {
    return value == Math.rint(value) && Math.abs(value) < WHOLE;
  }
}

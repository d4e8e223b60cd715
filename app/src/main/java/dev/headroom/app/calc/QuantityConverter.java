package dev.headroom.app.calc;

import dev.headroom.model.knob.ValueType;
import dev.headroom.unit.Length;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import dev.headroom.unit.UnitException;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Converter of command line options that are quantities. It parses them as knobs are parsed, with
 * the same error messages.
 */
public abstract class QuantityConverter<T> implements ITypeConverter<T> {
  private final Function<String, T> parser;

  private QuantityConverter(Function<String, T> parser) {
    this.parser = parser;
  }

  @Override
  public final T convert(String text) {
    try {
      return parser.apply(text);
    } catch (UnitException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  public static final class OfRate extends QuantityConverter<Rate> {
    public OfRate() {
      super(Rate::parse);
    }
  }

  public static final class OfSize extends QuantityConverter<Size> {
    public OfSize() {
      super(Size::parse);
    }
  }

  public static final class OfTime extends QuantityConverter<Time> {
    public OfTime() {
      super(Time::parse);
    }
  }

  public static final class OfLength extends QuantityConverter<Length> {
    public OfLength() {
      super(Length::parse);
    }
  }

  /** A switch chip. */
  static final class OfAsic extends QuantityConverter<PfcHeadroomAsic> {
    OfAsic() {
      super(PfcHeadroomAsic::named);
    }
  }

  /** A share of 1, written {@code 25%} or {@code 0.25}. */
  public static final class OfShare extends QuantityConverter<Double> {
    public OfShare() {
      super(ValueType.NUMBER.parser());
    }
  }
}

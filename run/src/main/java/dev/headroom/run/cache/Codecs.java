package dev.headroom.run.cache;

import dev.headroom.sim.measure.FlowTrace;
import dev.headroom.sim.measure.PauseLengths;
import dev.headroom.sim.measure.TraceQuantity;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * Codecs of plain data by type: records of numbers, text, enumerations, arrays, lists, maps,
 * optional values and further records. What a record is made of decides the bytes, so that a new
 * component of a result needs no code here.
 */
final class Codecs {
  private final Map<Type, Codec<?>> known = new HashMap<>();

  private interface Write<T> {
    void write(DataWriter out, T value) throws IOException;
  }

  private interface Read<T> {
    T read(DataReader in) throws IOException;
  }

  private record Pair<T>(Write<T> writing, Read<T> reading) implements Codec<T> {
    @Override
    public void write(DataWriter out, T value) throws IOException {
      writing.write(out, value);
    }

    @Override
    public T read(DataReader in) throws IOException {
      return reading.read(in);
    }
  }

  Codecs() {
    put(long.class, DataWriter::number, DataReader::number);
    put(Long.class, DataWriter::number, DataReader::number);
    put(int.class, (out, value) -> out.number(value), in -> Math.toIntExact(in.number()));
    put(Integer.class, (out, value) -> out.number(value), in -> Math.toIntExact(in.number()));
    put(double.class, DataWriter::real, DataReader::real);
    put(Double.class, DataWriter::real, DataReader::real);
    put(boolean.class, DataWriter::truth, DataReader::truth);
    put(Boolean.class, DataWriter::truth, DataReader::truth);
    put(String.class, DataWriter::text, DataReader::text);
    put(long[].class, Codecs::writeLongs, Codecs::readLongs);
    put(boolean[].class, Codecs::writeTruths, Codecs::readTruths);
    put(
        BitSet.class,
        (out, value) -> out.bytes(value.toByteArray()),
        in -> BitSet.valueOf(in.bytes()));
    put(
        PauseLengths.class,
        (out, value) -> out.bytes(value.bytes()),
        in -> PauseLengths.of(in.bytes()));
    known.put(FlowTrace.class, traces());
  }

  private <T> void put(Class<T> type, Write<T> write, Read<T> read) {
    known.put(type, new Pair<>(write, read));
  }

  /**
   * The codec of a class.
   *
   * @throws IllegalArgumentException if some part of it is not plain data
   */
  @SuppressWarnings("unchecked") // what a codec is found by is what it reads
  <T> Codec<T> of(Class<T> type) {
    return (Codec<T>) ofType(type);
  }

  @SuppressWarnings("unchecked")
  Codec<Object> ofType(Type type) {
    Codec<?> found = known.get(type);
    if (found == null) {
      found = make(type);
      known.put(type, found);
    }
    return (Codec<Object>) found;
  }

  private Codec<?> make(Type type) {
    if (type instanceof ParameterizedType generic) {
      return ofGeneric(generic);
    }
    if (type instanceof Class<?> plain) {
      if (plain.isEnum()) {
        return ofEnum(plain);
      }
      if (plain.isRecord()) {
        return new RecordCodec(plain, this::ofType);
      }
      if (plain.isSealed() && plain.isInterface()) {
        return ofSealed(plain);
      }
    }
    throw new IllegalArgumentException(type.getTypeName() + " is not plain data");
  }

  private Codec<?> ofGeneric(ParameterizedType type) {
    Type[] of = type.getActualTypeArguments();
    Type raw = type.getRawType();
    if (raw == List.class) {
      return ofList(ofType(of[0]));
    }
    if (raw == Map.class || raw == SequencedMap.class) {
      return ofMap(ofType(of[0]), ofType(of[1]));
    }
    if (raw == Optional.class) {
      return ofOptional(ofType(of[0]));
    }
    throw new IllegalArgumentException(type.getTypeName() + " is not plain data");
  }

  private static Codec<List<Object>> ofList(Codec<Object> element) {
    return new Pair<>(
        (out, list) -> {
          out.number(list.size());
          for (Object each : list) {
            element.write(out, each);
          }
        },
        in -> {
          int length = in.length();
          List<Object> list = DataReader.listOf(length);
          for (int i = 0; i < length; i++) {
            list.add(element.read(in));
          }
          return Collections.unmodifiableList(list);
        });
  }

  /** In the order in which it was, which is that of the enumeration where keys are such. */
  private static Codec<Map<Object, Object>> ofMap(Codec<Object> key, Codec<Object> value) {
    return new Pair<>(
        (out, map) -> {
          out.number(map.size());
          for (Map.Entry<Object, Object> each : map.entrySet()) {
            key.write(out, each.getKey());
            value.write(out, each.getValue());
          }
        },
        in -> {
          int length = in.length();
          SequencedMap<Object, Object> map = new LinkedHashMap<>();
          for (int i = 0; i < length; i++) {
            Object its = key.read(in);
            map.put(its, value.read(in));
          }
          return Collections.unmodifiableSequencedMap(map);
        });
  }

  private static Codec<Optional<Object>> ofOptional(Codec<Object> value) {
    return new Pair<>(
        (out, some) -> {
          out.truth(some.isPresent());
          if (some.isPresent()) {
            value.write(out, some.get());
          }
        },
        in -> in.truth() ? Optional.of(value.read(in)) : Optional.empty());
  }

  private static Codec<Object> ofEnum(Class<?> type) {
    List<Object> constants = List.of(type.getEnumConstants());
    return new Pair<>(
        (out, value) -> out.number(constants.indexOf(value)),
        in -> constants.get(Math.toIntExact(in.number())));
  }

  /** Which of its kinds a value is, and then that. */
  private Codec<Object> ofSealed(Class<?> type) {
    List<Class<?>> kinds = List.of(type.getPermittedSubclasses());
    List<Codec<Object>> codecs = new ArrayList<>();
    kinds.forEach(kind -> codecs.add(ofType(kind)));
    return new Pair<>(
        (out, value) -> {
          int kind = kinds.indexOf(value.getClass());
          out.number(kind);
          codecs.get(kind).write(out, value);
        },
        in -> codecs.get(Math.toIntExact(in.number())).read(in));
  }

  private Codec<FlowTrace> traces() {
    Codec<Map<Object, Object>> values = ofMap(ofType(TraceQuantity.class), ofType(long[].class));
    return new Pair<>(
        (out, trace) -> {
          out.number(trace.flow());
          values.write(out, new LinkedHashMap<>(trace.values()));
        },
        in -> {
          int flow = Math.toIntExact(in.number());
          Map<TraceQuantity, long[]> all = new LinkedHashMap<>();
          values.read(in).forEach((key, value) -> all.put((TraceQuantity) key, (long[]) value));
          return new FlowTrace(flow, all);
        });
  }

  private static void writeLongs(DataWriter out, long[] array) throws IOException {
    if (out.isNew(array)) {
      out.number(array.length);
      for (long each : array) {
        out.number(each);
      }
    }
  }

  private static long[] readLongs(DataReader in) throws IOException {
    Optional<Object> before = in.before();
    if (before.isPresent()) {
      return (long[]) before.get();
    }
    long[] array = new long[in.length()];
    for (int i = 0; i < array.length; i++) {
      array[i] = in.number();
    }
    return in.keep(array);
  }

  private static void writeTruths(DataWriter out, boolean[] array) throws IOException {
    if (out.isNew(array)) {
      out.number(array.length);
      for (boolean each : array) {
        out.truth(each);
      }
    }
  }

  private static boolean[] readTruths(DataReader in) throws IOException {
    Optional<Object> before = in.before();
    if (before.isPresent()) {
      return (boolean[]) before.get();
    }
    boolean[] array = new boolean[in.length()];
    for (int i = 0; i < array.length; i++) {
      array[i] = in.truth();
    }
    return in.keep(array);
  }
}

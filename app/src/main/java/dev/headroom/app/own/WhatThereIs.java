package dev.headroom.app.own;

import dev.headroom.congestion.Controller;
import dev.headroom.model.knob.Spelling;
import dev.headroom.sim.balance.LoadBalancer;
import dev.headroom.sim.mark.Marker;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a type of ours offers, where the compiler says that it has no such field, method or
 * constant: javac names what is wrong, not what would be right.
 */
final class WhatThereIs {
  /**
   * {@code symbol: variable rtt; location: variable f of type dev.headroom.congestion.Feedback}.
   */
  private static final Pattern UNKNOWN =
      Pattern.compile(
          "symbol:\\s+(?:variable|method) (\\w+).*location:\\s+(?:.* of type |class |interface |enum )?([\\w.]+)$");

  /** The packages of the types that a user's class may ask. */
  private static final List<String> OURS =
      Stream.of(Controller.class, LoadBalancer.class, Marker.class)
          .map(type -> type.getPackageName() + ".")
          .toList();

  private WhatThereIs() {}

  /**
   * {@code "; did you mean 'rttPs'? Feedback has ackedBytes, ..."}, or nothing.
   *
   * @param message javac's, in one line
   */
  static String hint(String message) {
    Matcher unknown = UNKNOWN.matcher(message);
    if (!unknown.find()) {
      return "";
    }
    Optional<Class<?>> type = ofOurs(unknown.group(2));
    Set<String> names = type.map(WhatThereIs::names).orElse(Set.of());
    return names.isEmpty()
        ? ""
        : Spelling.hint(unknown.group(1), names)
            + "; "
            + type.orElseThrow().getSimpleName()
            + " has "
            + String.join(", ", names);
  }

  /** The type of ours that a name is; empty where it is of the file's own, or somebody else's. */
  private static Optional<Class<?>> ofOurs(String name) {
    for (String ours : OURS) {
      if (!name.contains(".") || name.startsWith(ours)) {
        try {
          return Optional.of(Class.forName(name.contains(".") ? name : ours + name));
        } catch (ClassNotFoundException e) {
          // perhaps in the other one
        }
      }
    }
    return Optional.empty();
  }

  private static Set<String> names(Class<?> type) {
    Stream<Member> members =
        Stream.of(type.getDeclaredFields(), type.getDeclaredMethods()).flatMap(Stream::of);
    Set<String> names = new TreeSet<>();
    members
        .filter(member -> Modifier.isPublic(member.getModifiers()))
        .filter(member -> !(member instanceof Method method) || !isOfEvery(method))
        .filter(member -> !(member instanceof Field field) || !field.isSynthetic())
        .map(Member::getName)
        .forEach(names::add);
    return names;
  }

  /** What every record, enumeration or object has. */
  private static boolean isOfEvery(Method method) {
    Collection<String> every = Set.of("equals", "hashCode", "toString", "valueOf", "values");
    return every.contains(method.getName());
  }
}

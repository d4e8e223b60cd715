package dev.headroom.unit.setting;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Annotation of a record component that a scenario can set. The component's type and the end of its
 * name say how the value is written: see {@link SettingFormat}.
 *
 * <p>A default is a text as a scenario would have it, or follows from others: then a static method
 * of the record, of the component's name, works it out. Its parameters are other components, by
 * name, or what the run brings, by type.
 */
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface Setting {
  /** Its dotted name in a scenario, such as {@code congestion.swift.perHop}. */
  String key();

  /** The default; empty where it follows from others. */
  String fallback() default "";

  /** How the default follows from others, in words; empty where {@link #fallback} says it. */
  String derived() default "";

  /** The least value allowed; empty where any will do. */
  String least() default "";

  /** The greatest value allowed; empty where any will do. */
  String most() default "";

  /** What it does, in one line. */
  String means();

  /** Where the default comes from. */
  String source() default "";

  /** Where a real system keeps it: a debugfs file, a sysctl; empty where none does. */
  String real() default "";

  /** The key of a setting that it must be under; empty where there is none. */
  String under() default "";
}

package dev.headroom.unit.setting;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Annotation of a record component that takes its value from the component of the same name in
 * another record. The default is the other's as well, unless this record has a static method of the
 * component's name.
 */
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface SameAs {
  /** The record that declares the setting. */
  Class<? extends Record> value();
}

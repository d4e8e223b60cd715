package dev.headroom.unit.setting;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A value that another record has under the same name: where it is set, that counts here too. The
 * default is the other's as well, unless this record has a static method of the component's name.
 */
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface SameAs {
  /** The record that declares the setting. */
  Class<? extends Record> value();
}

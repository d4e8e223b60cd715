package dev.headroom.app.lab;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Gives the lab to one class of tests at a time: there is one path to the guests, and one UDP port
 * 4791 at this end of it. Skips classes where the lab is not up.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ResourceLock("lab")
@ExtendWith(NeedsLab.IsUp.class)
@interface NeedsLab {
  /** Whether it is. */
  final class IsUp implements BeforeAllCallback {
    @Override
    public void beforeAll(ExtensionContext context) {
      Lab.need();
    }
  }
}

/**
 * Registration of memory step by step, on this machine or as the model has it. Start at {@link
 * dev.headroom.web.registration.MachineRegistration}.
 */
@NullMarked
package dev.headroom.web.registration;

import org.jspecify.annotations.NullMarked;

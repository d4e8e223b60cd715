package dev.headroom.formats.emit;

/**
 * File of an emission.
 *
 * @param name relative to the device's folder
 * @param place where it belongs on the device; blank if a command takes it from anywhere
 * @param text all of it
 */
public record EmittedFile(String name, String place, String text) {}

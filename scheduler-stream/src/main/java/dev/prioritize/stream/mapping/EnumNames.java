package dev.prioritize.stream.mapping;

/** Enums on both sides have the same names; a test holds them together. */
final class EnumNames {
  private EnumNames() {}

  /**
   * The constant of the other enum with the same name.
   *
   * @throws IllegalArgumentException if there is none
   */
  static <T extends Enum<T>> T as(Class<T> type, Enum<?> constant) {
    try {
      return Enum.valueOf(type, constant.name());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          type.getSimpleName()
              + " has no "
              + constant.name()
              + ". Maybe the record was written by a newer version.",
          e);
    }
  }
}

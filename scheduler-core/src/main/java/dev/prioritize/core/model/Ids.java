package dev.prioritize.core.model;

/** The form of all ids: {@code [A-Za-z0-9._-]{1,128}}. */
public final class Ids {
  private Ids() {}

  /** True if the text has the form of an id. */
  public static boolean isId(String text) {
    return !text.isEmpty() && text.length() <= Limits.MAX_ID_CHARS && hasOnlyIdChars(text);
  }

  /** True if the text has no character that an id may not have. */
  public static boolean hasOnlyIdChars(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean allowed =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || c == '.'
              || c == '_'
              || c == '-';
      if (!allowed) {
        return false;
      }
    }
    return true;
  }
}

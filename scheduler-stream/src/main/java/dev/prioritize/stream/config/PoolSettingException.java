package dev.prioritize.stream.config;

/** A setting of a pool that cannot be changed so; tells the setting, the value and the fix. */
public final class PoolSettingException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String setting;
  private final String value;
  private final String fix;

  PoolSettingException(String setting, String value, String fix) {
    super(setting + "=" + value + ": " + fix);
    this.setting = setting;
    this.value = value;
    this.fix = fix;
  }

  /** The setting's name as given. */
  public String setting() {
    return setting;
  }

  /** The value as given. */
  public String value() {
    return value;
  }

  /** What to do instead. */
  public String fix() {
    return fix;
  }
}

package dev.prioritize.cli;

import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
public final class Version implements IVersionProvider {
  /** Of this program, or "(unpackaged)" when it runs from classes. */
  public static String number() {
    String fromManifest = Version.class.getPackage().getImplementationVersion();
    return fromManifest == null ? "(unpackaged)" : fromManifest;
  }

  @Override
  public String[] getVersion() {
    return new String[] {"prioritize " + number(), "Java " + Runtime.version()};
  }
}

package dev.prioritize.cli;

import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String fromManifest = Version.class.getPackage().getImplementationVersion();
    return new String[] {
      "prioritize " + (fromManifest == null ? "(unpackaged)" : fromManifest),
      "Java " + Runtime.version()
    };
  }
}

package dev.prioritize.cli.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.prioritize.cli.broker.DataDirectory.Purpose;
import dev.prioritize.cli.broker.DataDirectoryException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: no folder is ever used that should not be, and none that is refused is touched. Method:
 * each kind of folder on the real file system, each purpose.
 */
final class DataDirectoryTest {
  private static final String MARKER = DataDirectoryMarker.FILE_NAME;

  @TempDir private Path root;

  @Test
  void shouldDeleteTemporaryFolderOnClose() throws IOException {
    DataDirectory data = DataDirectory.temporary();
    Path path = data.path();
    Files.createDirectories(data.kafkaLogs().resolve("topic-0"));
    Files.writeString(data.kafkaLogs().resolve("topic-0").resolve("0.log"), "x");

    data.close();
    data.close();

    assertThat(path).doesNotExist();
  }

  @Test
  void shouldMakeMissingFolderAndKeepItOnClose() {
    Path path = root.resolve("a").resolve("b");

    try (DataDirectory data = DataDirectory.forDemo(path)) {
      assertThat(data.purpose()).isEqualTo(Purpose.DEMO);
      assertThat(data.path()).isAbsolute().isEqualTo(path);
    }

    assertThat(path.resolve(MARKER)).exists();
  }

  @Test
  void shouldUseEmptyFolder() {
    try (DataDirectory data = DataDirectory.forScheduler(root)) {
      assertThat(data.purpose()).isEqualTo(Purpose.SCHEDULER);
    }
  }

  @Test
  void shouldUseFolderOfStartThatNeverFinished() throws IOException {
    Files.writeString(root.resolve("prioritize-data.lock"), "");
    Files.writeString(root.resolve(DataDirectoryMarker.TEMPORARY_FILE_NAME), "format.ver");

    try (DataDirectory data = DataDirectory.forDemo(root)) {
      assertThat(data.clusterId()).isNotBlank();
    }
  }

  @Test
  void shouldReopenSchedulersFolderWithSameClusterId() {
    String clusterId;
    try (DataDirectory first = DataDirectory.forScheduler(root)) {
      clusterId = first.clusterId();
    }

    try (DataDirectory second = DataDirectory.forScheduler(root)) {
      assertThat(second.clusterId()).isEqualTo(clusterId);
    }
  }

  @Test
  void shouldGiveEachFolderItsOwnClusterId() {
    try (DataDirectory one = DataDirectory.temporary();
        DataDirectory two = DataDirectory.temporary()) {
      assertThat(one.clusterId()).isNotEqualTo(two.clusterId());
    }
  }

  @Test
  void shouldRefuseDemoOnFolderOfEarlierDemo() {
    DataDirectory.forDemo(root).close();

    assertRefused(Reason.ANOTHER_RUN, root, () -> DataDirectory.forDemo(root));
  }

  @Test
  void shouldRefuseDemoOnFolderOfScheduler() {
    DataDirectory.forScheduler(root).close();

    assertRefused(Reason.ANOTHER_RUN, root, () -> DataDirectory.forDemo(root));
  }

  @Test
  void shouldRefuseSchedulerOnFolderOfDemo() {
    DataDirectory.forDemo(root).close();

    assertRefused(Reason.ANOTHER_RUN, root, () -> DataDirectory.forScheduler(root));
  }

  @Test
  void shouldRefuseFolderWithForeignFilesAndLeaveItUntouched() throws IOException {
    Files.writeString(root.resolve("thesis.tex"), "x");

    assertRefused(Reason.FOREIGN_FILES, root, () -> DataDirectory.forScheduler(root));
    assertRefused(Reason.FOREIGN_FILES, root, () -> DataDirectory.forDemo(root));

    try (Stream<Path> files = Files.list(root)) {
      assertThat(files).containsExactly(root.resolve("thesis.tex"));
    }
  }

  @Test
  void shouldRefuseAnotherFormatVersion() throws IOException {
    Files.writeString(root.resolve(MARKER), "format.version=2\nunknown=1\n");

    assertRefused(Reason.OTHER_FORMAT, root, () -> DataDirectory.forScheduler(root));
  }

  @Test
  void shouldRefuseDamagedMarkers() throws IOException {
    List<String> damaged =
        List.of(
            "",
            "format.version=one",
            "format.version=1\npurpose=HOLIDAY\ncluster.id=x\nnode.id=1\ncreated=2026-01-01T00:00:00Z",
            "format.version=1\npurpose=SCHEDULER\nnode.id=1\ncreated=2026-01-01T00:00:00Z",
            "format.version=1\npurpose=SCHEDULER\ncluster.id=x\nnode.id=1\ncreated=yesterday",
            "format.version=\\uXXXX");
    for (String text : damaged) {
      Files.writeString(root.resolve(MARKER), text);

      assertRefused(Reason.DAMAGED_MARKER, root, () -> DataDirectory.forScheduler(root));
    }
  }

  @Test
  void shouldRefusePathThatIsNoFolder() throws IOException {
    Path file = Files.writeString(root.resolve("file"), "x");

    assertRefused(Reason.NOT_A_DIRECTORY, file, () -> DataDirectory.forDemo(file));
  }

  @Test
  void shouldRefuseFolderThatCannotBeMade() throws IOException {
    // Below a file: what even root, who may write everywhere, cannot make.
    Path impossible = Files.writeString(root.resolve("file"), "x").resolve("data");

    assertRefused(Reason.NOT_WRITABLE, impossible, () -> DataDirectory.forScheduler(impossible));
  }

  @Test
  void shouldRefuseFolderThatThisProcessHasOpen() {
    try (DataDirectory first = DataDirectory.forScheduler(root)) {
      assertRefused(Reason.IN_USE, first.path(), () -> DataDirectory.forScheduler(root));
    }

    DataDirectory.forScheduler(root).close();
  }

  @Test
  void shouldRefuseFolderThatAnotherProcessHasOpenUntilThatOneDies() throws Exception {
    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                FolderHolder.class.getName(),
                root.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      assertThat(other.getInputStream().read())
          .as("the other process has the folder")
          .isNotEqualTo(-1);

      assertRefused(Reason.IN_USE, root, () -> DataDirectory.forScheduler(root));
    } finally {
      other.destroyForcibly();
    }
    assertThat(other.waitFor(1, TimeUnit.MINUTES)).isTrue();

    DataDirectory.forScheduler(root).close();
  }

  /** The other process: opens a scheduler's folder, says so, and keeps it until it is killed. */
  static final class FolderHolder {
    private FolderHolder() {}

    public static void main(String[] args) throws Exception {
      DataDirectory data = DataDirectory.forScheduler(Path.of(args[0]));
      System.out.println(data.path());
      // Ends with the parent at the latest, whose death closes this stream.
      while (System.in.read() != -1) {}
    }
  }

  private static void assertRefused(Reason reason, Path path, Runnable open) {
    DataDirectoryException refusal = catchThrowableOfType(DataDirectoryException.class, open::run);
    assertThat(refusal).as("refusal of %s", path).isNotNull();
    assertThat(refusal.reason()).isEqualTo(reason);
    assertThat(refusal)
        .hasMessageStartingWith("data folder " + path)
        .hasMessageMatching("[^\\n]+: (name|stop|use|restore|change) [^\\n]+");
  }
}

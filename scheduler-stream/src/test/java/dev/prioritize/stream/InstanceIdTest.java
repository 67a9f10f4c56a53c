package dev.prioritize.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prioritize.core.model.Ids;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Goal: an instance keeps its name as long as its state, and no two folders have the same. */
class InstanceIdTest {
  @TempDir private Path folder;

  @Test
  void shouldKeepItsNameInTheFolder() {
    Path stateDir = folder.resolve("new").resolve("state");

    String drawn = InstanceId.keptIn(stateDir);

    assertThat(Ids.isId(drawn)).isTrue();
    assertThat(InstanceId.keptIn(stateDir)).isEqualTo(drawn);
    assertThat(stateDir).isDirectoryNotContaining("glob:**.new");
  }

  @Test
  void shouldGiveEachFolderNameOfItsOwn() {
    assertThat(InstanceId.keptIn(folder.resolve("a")))
        .isNotEqualTo(InstanceId.keptIn(folder.resolve("b")));
  }

  @Test
  void shouldRefuseFileThatHoldsNoName() throws IOException {
    Path file = Files.writeString(folder.resolve(InstanceId.FILE), "two words\n");

    assertThatThrownBy(() -> InstanceId.keptIn(folder))
        .isInstanceOf(StreamsException.class)
        .hasMessageContaining(file + " holds no instance id: delete it");
  }

  @Test
  void shouldTellThatTheFolderCannotBeMade() throws IOException {
    Path notAFolder = Files.createFile(folder.resolve("file"));

    assertThatThrownBy(() -> InstanceId.keptIn(notAFolder.resolve("state")))
        .isInstanceOf(StreamsException.class)
        .hasMessageContaining("state directory");
  }
}

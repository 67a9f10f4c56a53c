package dev.prioritize.policy.onnx;

import dev.prioritize.core.model.Substitution.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Where a model comes from: a folder with {@value #MODEL} and {@value #MANIFEST}, or the model that
 * is shipped. It is read anew each time it is loaded.
 */
public final class ModelSource {
  /** The model, in ONNX. */
  public static final String MODEL = "model.onnx";

  /** What the model is, see {@link ModelManifest}. */
  public static final String MANIFEST = "manifest.json";

  /** A model is some ten kilobytes; more than this is none. */
  static final int MAX_BYTES = 64 * 1024 * 1024;

  private static final String RESOURCES = "model/";

  private final Path folder;

  private ModelSource(Path folder) {
    this.folder = folder;
  }

  /** The model that Prioritize comes with. */
  public static ModelSource shipped() {
    return new ModelSource(null);
  }

  /** A folder, which need not exist yet. */
  public static ModelSource folder(Path folder) {
    return new ModelSource(folder);
  }

  /** The file's whole content. */
  byte[] read(String file) throws ModelException {
    try (InputStream in = open(file)) {
      byte[] content = in.readNBytes(MAX_BYTES + 1);
      if (content.length > MAX_BYTES) {
        throw new ModelException(
            Reason.MODEL_ALTERED,
            "%s: expected at most %d MiB, found more".formatted(name(file), MAX_BYTES >> 20));
      }
      return content;
    } catch (NoSuchFileException e) {
      throw new ModelException(
          Reason.MODEL_ABSENT, name(file) + ": expected a file, found none", e);
    } catch (IOException e) {
      throw new ModelException(
          Reason.MODEL_ABSENT,
          "%s: expected a readable file, found %s".formatted(name(file), e),
          e);
    }
  }

  private InputStream open(String file) throws IOException {
    if (folder != null) {
      return Files.newInputStream(folder.resolve(file));
    }
    InputStream in = ModelSource.class.getResourceAsStream(RESOURCES + file);
    if (in == null) {
      throw new NoSuchFileException(file);
    }
    return in;
  }

  String name(String file) {
    return folder == null ? "the shipped " + file : folder.resolve(file).toString();
  }

  /** Such as {@code /var/lib/prioritize/models/night} or {@code the shipped model}. */
  @Override
  public String toString() {
    return folder == null ? "the shipped model" : folder.toString();
  }
}

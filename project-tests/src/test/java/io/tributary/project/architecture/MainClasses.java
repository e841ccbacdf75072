package io.tributary.project.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Locations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Every main class of every module on this class path, and of those that are for subscribers and so
 * on none of ours, read once.
 */
final class MainClasses {

  static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importUrls(urls());

  private MainClasses() {}

  private static List<URL> urls() {
    List<URL> urls = new ArrayList<>();
    Locations.ofPackage("io.tributary").forEach(location -> urls.add(url(location.asURI())));
    for (String module : List.of("client", "examples")) {
      urls.add(url(built(Path.of("..", module, "target", "classes")).toUri()));
    }
    return urls;
  }

  /** No rule would miss classes that are not there. */
  private static Path built(Path classes) {
    try (Stream<Path> files = Files.walk(classes)) {
      if (files.anyMatch(file -> file.toString().endsWith(".class"))) {
        return classes;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new AssertionError("there are no classes in " + classes);
  }

  private static URL url(URI uri) {
    try {
      return uri.toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(e);
    }
  }
}

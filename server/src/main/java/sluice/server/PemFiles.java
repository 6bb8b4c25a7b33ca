package sluice.server;

import java.nio.file.Path;

/** A certificate and its key, in two files of PEM. */
record PemFiles(Path certificate, Path key) {}

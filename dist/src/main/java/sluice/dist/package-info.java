/**
 * Packages of the command for people without a JDK: an archive with its own Java, and a Debian
 * package of the same files.
 *
 * <p>{@link sluice.dist.Distribution} is the main type: it takes what the build of {@code cli}
 * leaves in {@code target/app}, links a Java runtime, and puts files into a {@link
 * sluice.dist.FileTree}. {@link sluice.dist.ArchiveTree} says where each file goes in the archive,
 * {@link sluice.dist.DebianPackage} where it goes below {@code /usr}. The same files give the same
 * bytes: nothing written here has a time, a user or an order of its own.
 *
 * <p>Nothing of this module is part of the command. The build runs it in the profile {@code dist}.
 *
 * <p>Called by no main code.
 */
@NullMarked
package sluice.dist;

import org.jspecify.annotations.NullMarked;

/**
 * Files in HDFS and in object stores that answer as S3 does, through Hadoop's file systems.
 *
 * <p>{@link sluice.storage.hadoop.HadoopFilesProvider} is found as a service; {@link
 * sluice.storage.hadoop.HadoopFiles} reads. No class outside of this module sees Hadoop, whose
 * libraries are not on the class path of the command.
 *
 * <p>Called by no main code.
 */
@NullMarked
package sluice.storage.hadoop;

import org.jspecify.annotations.NullMarked;

/**
 * The checks of {@code sluice doctor}: machine, store, ports, certificates and databases of an
 * installation.
 *
 * <p>{@link sluice.cli.doctor.DoctorCommand} is the verb. Each class of checks adds what it found
 * to a {@link sluice.cli.doctor.Diagnosis}; {@link sluice.cli.doctor.Host} is the machine as they
 * see it. A check reads and connects, and changes nothing.
 *
 * <p>Called by {@code cli}.
 */
@NullMarked
package sluice.cli.doctor;

import org.jspecify.annotations.NullMarked;

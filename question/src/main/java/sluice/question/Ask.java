package sluice.question;

import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/** Makes the failures of questions that cannot be asked as they are. */
final class Ask {
    private Ask() {}

    /** A question that the user must write differently. */
    static SluiceException wrong(String message, Object... arguments) {
        return new SluiceException(ErrorCode.CONFIG, message.formatted(arguments));
    }
}

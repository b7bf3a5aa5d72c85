import { AppError } from '../../ground/errors.ts';

/** A 422 about one field of the body that the schema alone could not check. */
export function fieldFault(field: string, message: string): AppError {
  return new AppError('validation_error', message, {
    faults: [{ loc: ['body', field], msg: message, type: 'value' }],
  });
}

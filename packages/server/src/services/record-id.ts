const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether text can be the id of a record: anything else is an id that exists nowhere. */
export function isRecordId(text: string): boolean {
  return UUID.test(text);
}

import { type Locale, wordsOf } from '../i18n/texts.ts';
import type { TextsIn } from '../i18n/catalogues.ts';
import { withPublicationNames } from './source-names.ts';

/** Forms of what the service says of a source, a day or a delivery, by the key of the text. The first that fits counts. */
const FORMS: Readonly<Record<keyof TextsIn<'reasons.source'>, RegExp>> = {
  requestsPaused:
    /^(\S+) got no request for (.+): requests are paused until (.+) Madrid time after this failure: (.+)$/,
  askedForPause: /^(\S+) asked for a pause of (\d+) s more$/,
  notRequested: /^(\S+) was not requested$/,
  answeredWithPage: /^(\S+) answered (\d+) with a web page in place of (.+)$/,
  answered: /^(\S+) answered (\d+) for (.+)$/,
  noAnswerFor: /^(\S+) did not answer within (\d+) ms for (.+)$/,
  notReached: /^(\S+) could not be reached or broke off for (.+)$/,
  weatherOfDays: /^weather of (\S+) to (\S+)$/,
  indicatorOfDays: /^indicator (\d+) of (\S+) to (\S+)$/,
  ofDays: /^(.+) of (\d{4}-\d\d-\d\d) to (\d{4}-\d\d-\d\d)$/,
  checkSetting: /^check ([A-Z_]+)$/,
  checkSettingOrWait: /^check ([A-Z_]+), or whether it is under maintenance$/,
  mayBlock:
    /^it asks for no token, so it may block the address of this machine or this program: see whether it opens in a browser$/,
  mayBlockOrWait:
    /^it asks for no token, so it may block the address of this machine or this program: see whether it opens in a browser, or whether it is under maintenance$/,
  addressChanged: /^its address may have changed: see whether a newer version of Lonja is out$/,
  requestNotTaken: /^it does not take this request: see whether a newer version of Lonja is out$/,
  expectedJson: /^(.+): expected JSON, found (.+)$/,
  expectedXml: /^(.+): expected XML, found (.+)$/,
  expectedDocument: /^(.+): expected a market document, found (.+)$/,
  expectedZoneFoundNone: /^(.+): expected zone (\S+), found none$/,
  expectedZone: /^(.+): expected zone (\S+), found (.+)$/,
  expectedUnit: /^(.+): expected EUR\/MWH or MAW, found (.+)$/,
  refusedWith: /^(.+): refused with (.+)$/,
  partHasNoValues: /^(.+): (\S+) has no values$/,
  partHasTwoValues: /^(.+): (\S+) has two values, (\S+) and (\S+)$/,
  hasTwoValues: /^(.+) has two values at (\S+), (\S+) and (\S+)$/,
  noneOfZone: /^(.+): there are values, but none of zone (\S+)$/,
  ofOtherIndicator: /^(.+): the answer is of indicator (\d+)$/,
  line: /^(\S+), line (\d+): (.+)$/,
  expectedEnd: /^expected "\*" at the end$/,
  expectedPeriod: /^expected period (\d+)(?: first)?, found (\d+)$/,
  expected: /^expected (.+), found ((?:(?!; ).)+)$/,
  cutShort: /^the file is cut short$/,
  notPublishedYet: /^not published yet$/,
  publishedEarlyWithoutPrices:
    /^published without prices ahead of its usual instant, which is not taken for the result$/,
  higherRevisions: /^higher revisions have not been asked for yet$/,
  publishedWithoutPrices: /^(\S+) is published without prices$/,
  isUsed: /^(\S+) is used$/,
  valuesMissing: /^(\d+) of (\d+) values of (\S+) missing$/,
  valuesAndHoursMissing: /^(\d+) of (\d+) values of (\S+) missing, and with them (\d+) of (\d+) hours$/,
  isMissing: /^(\S+) is missing$/,
  fewPeriods: /^(\S+) has (\d+) of (\d+) periods$/,
  unexpectedSeries: /^(\S+) came in (.+), expected no such series$/,
  otherUnit: /^(\S+) came in (.+), expected (.+)$/,
  occursTwice: /^(\S+) of (\S+) occurs twice$/,
  outOfOrder: /^(\S+) of (\S+) is out of order$/,
  outsideAt: /^(\S+) at (\S+) of (\S+) is outside (.+)$/,
  notFiniteAt: /^(\S+) at (\S+) of (\S+) is not a finite number$/,
  outside: /^outside (\S+) \.\. (\S+)$/,
  notFinite: /^not a finite number$/,
  sameInAll: /^(\S+) is (\S+) in all (\d+) periods, (?:unlike any real day|as no real day has been)$/,
  fewPrices:
    /^(\S+) has only (\d+) different prices in all (\d+) periods, (?:unlike any real day|as no real day has been)$/,
  repeatsDay: /^(\S+) repeats the day before value by value$/,
  zeroAtClockChange: /^(\S+) is 0 in one of the two hours from 02:00, between (\S+) and (\S+)$/,
  differsFromOmie: /^(\S+) differs from OMIE in (\d+) of (\d+) periods$/,
  oddMean:
    /^the mean of (\S+) is (\S+) (.+), (?:against a median of|of late it was) (\S+?)(?: in recent weeks)?$/,
  endpointRedirects: /^The endpoint redirects \((\d+)\)$/,
  redirectsNotFollowed: /^redirects are not followed$/,
  endpointAnswered: /^The endpoint answered (.+)$/,
  only2xx: /^only 2xx is a success$/,
  noAnswer: /^No answer within (\d+) seconds$/,
  connectionRefused: /^The connection was refused$/,
  connectionReset: /^The connection was reset$/,
  endpointClosed: /^The endpoint closed the connection without an answer$/,
  connectionLate: /^The connection could not be made in time$/,
  hostUnknown: /^The host name does not resolve$/,
  hostNotReached: /^The host cannot be reached$/,
  headersTooLarge: /^The headers of the answer are too large$/,
  hostNotPublic: /^The host is not on the public internet$/,
  nothingWasSent: /^nothing was sent$/,
  notHttp: /^The answer is not HTTP$/,
  tlsRefused: /^The TLS connection was refused: (\S+)$/,
  requestFailed: /^The request failed$/,
  requestFailedWith: /^The request failed: (\S+)$/,
};

/** What the service says of a failure, in the reader's language where its form is known. The area `reasons` is loaded. */
export function sourceReason(reason: string, locale: Locale): string {
  return withPublicationNames(inWords(reason, wordsOf('reasons.source', locale)), locale);
}

/** Texts are put together of known ones: a sentence, parts between semicolons, and an earlier failure at the end. */
function inWords(text: string, texts: Readonly<Record<string, string>>): string {
  if (text.endsWith('.')) return `${inWords(text.slice(0, -1), texts)}.`;
  for (const [key, form] of Object.entries(FORMS)) {
    const match = form.exec(text);
    if (match !== null)
      return (texts[key] ?? text).replace(/\{(\d)\}/g, (_, place: string) =>
        inWords(match[Number(place)] ?? '', texts),
      );
  }
  const parts = text.split('; ');
  return parts.length === 1 ? text : parts.map((part) => inWords(part, texts)).join('; ');
}

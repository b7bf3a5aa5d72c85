#!/usr/bin/env bash
# Expected: by RFC 5545 a duration of days follows the clock and one of hours is exact. From midnight of 2025-10-26 in Madrid P1D lasts
#           25 hours and PT24H ends at 23:00. Readers of iCalendar tell the two apart.
# Happens:  neither does: ical.js gives 25 hours to both, node-ical 24 to both, so that each errs in the one that the other reads right.
# Matters:  a feed that marks days or blocks of hours of a market ends an hour off in one reader or the other on every clock change.
# Seen in:  ical.js 2.2.1, node-ical 0.26.1.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
npm install --prefix "$folder" --no-audit --no-fund --silent ical.js@2.2.1 node-ical@0.26.1 || { echo "npm could not install the packages."; exit 2; }

cat >"$folder/see.mjs" <<'JS'
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';

const changes = (kind, from, to, start, month) => [
  `BEGIN:${kind}`, `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`, `DTSTART:${start}`,
  `RRULE:FREQ=YEARLY;BYMONTH=${month};BYDAY=-1SU`, `END:${kind}`,
];
const zone = [
  'BEGIN:VTIMEZONE', 'TZID:Europe/Madrid',
  ...changes('DAYLIGHT', '+0100', '+0200', '19700329T020000', 3),
  ...changes('STANDARD', '+0200', '+0100', '19701025T030000', 10),
  'END:VTIMEZONE',
];
for (const day of ['20251026', '20260329']) {
  for (const duration of ['P1D', 'PT24H']) {
    const text = [
      'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//prices//EN', ...zone,
      'BEGIN:VEVENT', 'UID:block', 'DTSTAMP:20251001T000000Z', `DTSTART;TZID=Europe/Madrid:${day}T000000`, `DURATION:${duration}`,
      'END:VEVENT', 'END:VCALENDAR', '',
    ].join('\r\n');
    const calendar = new ICAL.Component(ICAL.parse(text));
    ICAL.TimezoneService.reset();
    ICAL.TimezoneService.register(calendar.getFirstSubcomponent('vtimezone'));
    const one = new ICAL.Event(calendar.getFirstSubcomponent('vevent'));
    const other = nodeIcal.sync.parseICS(text).block;
    const hours = (start, end) => (end - start) / 3_600_000;
    console.log(day, duration, hours(one.startDate.toJSDate(), one.endDate.toJSDate()), hours(other.start, other.end));
  }
}
JS
seen="$(node "$folder/see.mjs")"
printf 'day, duration, hours by ical.js, hours by node-ical:\n%s\n' "$seen"
was='20251026 P1D 25 24
20251026 PT24H 25 24
20260329 P1D 23 24
20260329 PT24H 23 24'
[ "$seen" = "$was" ] || { printf 'Changed: this was seen before:\n%s\n' "$was"; exit 1; }

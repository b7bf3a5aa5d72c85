export const texts = {
  fieldFaults: {
    fieldMissing: 'This field is required.',
    fieldShort: 'The value is too short or too small.',
    fieldLong: 'The value is too long or too large.',
  },
  heatMap: { hint: 'Use the arrow keys to move through hours and days.' },
  steppedPicture: { hint: 'Use the arrow keys to read the values.' },
  recordTime: { note: 'Times in {zone}.', never: 'never' },
  /** Roles of a tenant and what each may do. */
  role: {
    admin: 'administrator',
    manager: 'manager',
    trader: 'trader',
    viewer: 'viewer',
    adminText: 'All permissions, including users and invitations, API keys, webhooks and settings.',
    managerText: 'Permissions of a trader. Can also add and change sites.',
    traderText: 'Permissions of a viewer. Can also set up alert rules.',
    viewerText: 'Reads all pages, and the data through an API key. Cannot change anything.',
  },
  goToActions: {
    createKey: 'Create an API key',
    download: 'Download tomorrow’s day-ahead forecast as CSV',
    battery: 'Plan a battery for tomorrow',
    language: 'Language: {language}',
    system: 'Theme of the system',
    light: 'Light theme',
    dark: 'Dark theme',
  },
  goToDialog: {
    title: 'Go to',
    what: 'Page, day, hour or action',
    hint: 'Type a name, a day such as 24/11/2026, or an hour such as 18:00. Enter takes the first match.',
    none: 'No match.',
    'found.one': '{count} match',
    'found.other': '{count} matches',
    ofDay: '{page}, {day}',
  },
  roleGate: {
    refused:
      'This page requires the role {needed}; yours is {own}. If you need access, ask an administrator of {tenant}.',
    home: 'Go to the overview',
  },
  shortcutsDialog: {
    title: 'Keyboard shortcuts',
    everywhere: 'On every page',
    goTo: 'Go to a page, a day or an hour, or do something',
    list: 'Show this list',
    escape: 'Close the open dialog',
    charts: 'In a chart',
    step: 'Read the next or previous value',
    leap: 'Next or previous day',
    ends: 'First or last value',
    zoom: 'Zoom in, zoom out, show all',
    choose: 'Select the hour, where details are available',
    days: 'In a date field',
    day: 'Next or previous day',
    month: 'Next or previous month',
    calendar: 'Open the calendar',
    singleKeys: 'Use the keys / and ? as shortcuts',
    singleKeysHint: 'Turn this off if you use speech input. Ctrl+K always works.',
  },
  superadminGate: {
    title: 'Administration',
    refused:
      'This page is for platform administrators. The settings of your organisation are under Users and Settings.',
    home: 'Go to the overview',
  },
  curlButton: {
    curl: 'curl',
    title: 'The same data with curl',
    text: 'Replace the dots with an API key. For CSV add &format=csv where the route has it.',
    reference: 'API reference',
  },
  marketNote: {
    days: 'Delivery days are those of Madrid, for Portugal too: from 23:00 to 23:00 in Lisbon.',
    spain: 'This page is of Spain alone; Portugal, which is chosen, has none of it.',
  },
  rangeControls: { from: 'From', to: 'To', before: 'Earlier days', after: 'Later days' },
  localMail: {
    local:
      'Does no mail come? Without SMTP_URL the service sends none: each mail is a file in the folder outbox of its data folder, usually data/outbox.',
  },
  personFields: { fullName: 'Your name', password: 'Password', passwordHint: 'At least 8 characters.' },
  /** Why a password is refused, by the kind of fault. */
  newPasswordField: {
    password_length: 'Choose a password of 8 to 128 characters.',
    password_common: 'This is a very common password. Choose another.',
    password_repetition:
      'Repetitions and sequences such as “aaaaaaaa” or “abcd1234” are easy to guess. Choose another.',
    password_disguise: 'This is a very common password with digits or symbols added. Choose another.',
    password_address:
      'Without the parts of your e-mail address, it has fewer than 8 characters. Choose a longer one.',
    password_organisation:
      'Without the name of your organisation, it has fewer than 8 characters. Choose a longer one.',
  },
  pager: { place: '{from}–{to} of {total}' },
  secretOnce: {
    warning: 'Copy it now. It is shown only once and cannot be retrieved later.',
    download: 'Save to file',
  },
  beyondCleared: {
    below: 'below anything cleared',
    above: 'above anything cleared',
    lowestWas: 'lowest was {price} on {day}',
    highestWas: 'highest was {price} on {day}',
    value: 'point forecast',
    p10: '10th percentile',
    p90: '90th percentile',
    column: 'beyond anything cleared',
    'points.one': 'point forecast in {count} period',
    'points.other': 'point forecast in {count} periods',
    'bounds.one': 'a bound alone in {count} period',
    'bounds.other': 'a bound alone in {count} periods',
  },
  clockChangeNote: {
    hours23: '{day}: the clock goes from 02:00 to 03:00. The day has 23 hours; there is no 02:00–03:00.',
    hours25:
      '{day}: the clock goes back from 03:00 to 02:00. The day has 25 hours; 02:00–03:00 comes twice, in CEST and then in CET.',
  },

  boundsChange: {
    boundsOnly:
      'Compared with the run of {issued}: every point forecast is the same, only bounds differ, by {most} {unit} at most (at {hour}).',
    same: 'Compared with the run of {issued}: every point forecast and every bound is the same.',
  },
  limits: {
    simulated: 'Simulated data: no price source delivers current prices. These are not market prices.',
    late: 'Late: the scheduled run of {products} has not been issued yet.',
    lateSources: 'Sources that are late or do not respond: {sources}.',
  },
  spread: {
    title: 'Spread to an earlier auction',
    noteToCome: '{product} minus an auction before it.',
    cleared: '{product} minus {reference}, which has cleared.',
    forecast: '{product} minus {reference}, which is still a forecast (run of {issued}).',
    mixed:
      '{product} minus {reference}, which has cleared in part; the rest is a forecast (run of {issued}).',
    outlookOfForecast:
      'Outlook, not a forecast of {product}: the spreads of the last {days} days to {reference}, which is still a forecast (run of {issued}).',
    outlookOfPrices:
      'Outlook, not a forecast of {product}: the spreads of the last {days} days to {reference}, which has cleared.',
    assumed: 'How both prices go together is an assumption: there are too few past forecasts.',
    reference: 'Spread to',
    spread: 'Expected spread',
    actual: 'Cleared spread',
    band: '80% interval (10–90%)',
    chart: 'Spread of {product} to {reference}',
    probability: 'Probability that {product} is dearer',
    dearer: 'Probability of a higher price',
    even: 'Even odds',
    likely: 'With 80% or more: {up} of {all} periods dearer, {down} cheaper.',
    empty: 'There is no spread for this day: a forecast or the earlier auction is missing.',
  },
} as const;

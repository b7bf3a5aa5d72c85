/** A series of a proposed mapping. */
type Proposal = Record<string, unknown>;

const AUCTIONS = /ida ?([123])|intra\w* ?\(?([123])?/i;
const FORECAST = /prev|forecast|fcst|_fc|day.?ahead|program|estimad/i;
const KINDS: readonly [name: RegExp, kind: string][] = [
  [/wind|e[oó]lic/i, 'wind'],
  [/solar|fotovol|photovol|\bpv\b/i, 'solar'],
  [/load|demand|carga/i, 'load'],
];
const CONSUMPTION = /consum/i;
const GAS = /mibgas|ttf|\bgas\b/i;
const PRICE = /pri[cz]e|precio|pre[cç]o|eur\s*\/\s*mwh|€|marginal/i;
const OTHER_COUNTRY =
  /(?:^|[\s_|(])(?:fr|de|it|be|nl|at|ch|gb|uk|franc\w+|german\w*|alemania|ital\w+)(?=$|[\s_)|])/i;
const UNIT = /[[(]\s*([^\])]+?)\s*[\])]|(?:^|[\s_])([kmg]wh?)$/i;
const SCALES = new Map([
  ['kw', 0.001],
  ['kwh', 0.001],
  ['mw', 1],
  ['mwh', 1],
  ['gw', 1000],
  ['gwh', 1000],
]);

/** Series of the columns by their names, of a single one also by what is said about the file, and what they leave open. */
export function guessSeries(
  names: readonly string[],
  about: string,
): { proposals: Proposal[]; undecided: string[] } {
  const undecided: string[] = [];
  const keys = new Set<string>();
  const proposals = names.map((column): Proposal => {
    const described = names.length === 1 ? `${column} ${about}` : column;
    const proposal = proposalOf(column, described, undecided);
    let key = String(proposal.key);
    for (let number = 2; keys.has(key); number++) {
      key = `other.${slugOf(column)}${number}`;
      undecided.push(`What "${column}" is beside another column of the same kind; kept as ${key}.`);
    }
    keys.add(key);
    return { ...proposal, key };
  });
  return { proposals, undecided };
}

function proposalOf(column: string, described: string, undecided: string[]): Proposal {
  const [, bracketed, behind] = UNIT.exec(column) ?? [];
  const unit = bracketed ?? behind;
  if (GAS.test(described)) {
    if (unit === undefined) undecided.push(`The unit of "${column}"; taken as EUR/MWh.`);
    return { column, key: 'gas.price', unit: 'EUR/MWh', availability: { rule: 'after-end', minutes: 0 } };
  }
  if (CONSUMPTION.test(described)) {
    if (unit === undefined) undecided.push(`The unit of "${column}".`);
    undecided.push(`When "${column}" was known; taken as two days after the period.`);
    const availability = { rule: 'after-end', minutes: 2880 };
    return { column, key: 'consumption.meter', unit: unit ?? 'unknown', availability };
  }
  const kind = KINDS.find(([name]) => name.test(described))?.[1];
  if (kind === undefined && PRICE.test(described)) return priceOf(column, described, undecided);
  if (kind === undefined) {
    const key = `other.${slugOf(column)}`;
    undecided.push(
      `What "${column}" is, its unit, and when it was known; kept as ${key}, an hour after the period.`,
    );
    return { column, key, unit: unit ?? 'unknown', availability: { rule: 'after-end', minutes: 60 } };
  }
  const scale = SCALES.get(unit?.toLowerCase() ?? '');
  if (scale === undefined) undecided.push(`The unit of "${column}"; taken as MW.`);
  const isForecast = FORECAST.test(column);
  undecided.push(
    isForecast
      ? `When "${column}" was known; taken as 10:00 on the day before. State it honestly, back-tests rely on it.`
      : `Whether "${column}" is what happened or a forecast; taken as what happened, known an hour after the period.`,
  );
  return {
    column,
    key: `${kind}.${isForecast ? 'forecast' : 'actual'}`,
    unit: 'MW',
    ...(scale !== undefined && scale !== 1 && { scale }),
    availability: isForecast
      ? { rule: 'local-time', dayOffset: -1, time: '10:00' }
      : { rule: 'after-end', minutes: 60 },
  };
}

function priceOf(column: string, described: string, undecided: string[]): Proposal {
  const [match, first, second] = AUCTIONS.exec(described) ?? [];
  const product = match === undefined ? 'da' : `ida${first ?? second ?? '1'}`;
  if (OTHER_COUNTRY.test(column)) {
    undecided.push(
      `Whether "${column}" is a price of another country; kept as such, known when Spain's results come out.`,
    );
    const availability = { rule: 'auction', product };
    return { column, key: `other.${slugOf(column)}`, unit: 'EUR/MWh', availability };
  }
  const isPortugal = /portug|_pt\b|\bpt\b/i.test(column);
  if (!/eur[\s_/]*mwh|€\s*\/\s*mwh/i.test(described))
    undecided.push(`The unit of "${column}"; taken as EUR/MWh.`);
  if (!/day.?ahead|diario|\bda\b|_da|da_|ida/i.test(described)) {
    undecided.push(
      `Which price "${column}" is; taken as price.${product}, known when the results of that auction come out.`,
    );
  }
  return {
    column,
    key: `price.${product}${isPortugal ? '.pt' : ''}`,
    unit: 'EUR/MWh',
    availability: { rule: 'auction', product },
  };
}

function slugOf(column: string): string {
  const slug = column
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
  return slug === '' ? 'column' : slug.slice(0, 40);
}

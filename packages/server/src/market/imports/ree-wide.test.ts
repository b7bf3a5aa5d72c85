import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayStart } from '@lonja/forecasting/market';
import { parseByFirst, readMappings } from './find-mapping.ts';

const TITLE = ['Título,ESTRUCTURA', 'Sistema eléctrico,Peninsular'];
const TECHNOLOGIES = ['Hidráulica', 'Nuclear', 'Eólica', 'Solar fotovoltaica', 'Ciclo combinado'];

async function energies(lines: string[]) {
  const { contents } = parseByFirst(lines.join('\n'), await readMappings('ree-wide'), 'f.csv');
  const found = contents.series.flatMap(({ series }) => series);
  return new Map(found.map(({ key, start, value }) => [key, { start: [...start], value: [...value] }]));
}

test('energies of days, across the change of the clocks, added up by series and in MWh', async () => {
  const rows = [
    'Hidráulica,"70,5","61"',
    'Turbinación bombeo,"9,25",-',
    'Nuclear,"168,1",',
    'Eólica,"204,36","99"',
    'Solar fotovoltaica,"91","88"',
    'Solar térmica,"4,5","3"',
    'Ciclo combinado,"120","130"',
    'Carbón,-,"1"',
    'Generación total,"667,71","382"',
  ];
  const read = await energies([...TITLE, 'Magnitudes,GWh', '', 'Fecha,26/10/2025,27/10/2025', ...rows]);
  const both = [dayStart('2025-10-26'), dayStart('2025-10-27')];
  assert.deepEqual(read.get('hydro.energy'), { start: both, value: [79_750, 61_000] });
  assert.deepEqual(read.get('nuclear.energy'), { start: [both[0]], value: [168_100] });
  assert.deepEqual(read.get('wind.energy'), { start: both, value: [204_360, 99_000] });
  assert.deepEqual(read.get('solar.energy'), { start: both, value: [95_500, 91_000] });
  assert.deepEqual(read.get('thermal.energy'), { start: both, value: [120_000, 131_000] });
});

test('the unit is what stands above the table, with either decimal sign and delimiter; without one nothing is read', async () => {
  const table = (unit: string, delimiter: string, decimal: string) => [
    ...TITLE.map((line) => line.replace(',', delimiter)),
    `Magnitudes${delimiter}${unit}`,
    ['Fecha', '28/03/2026', '29/03/2026', 'Total'].join(delimiter),
    ...TECHNOLOGIES.map((name) =>
      [name, `"12${decimal}5"`, `"7${decimal}25"`, `"19${decimal}75"`].join(delimiter),
    ),
  ];
  for (const [unit, value] of [
    ['GWh', [12_500, 7250]],
    ['MWh', [12.5, 7.25]],
  ] as const) {
    for (const delimiter of [',', ';', '\t']) {
      for (const decimal of [',', '.']) {
        const read = await energies(table(unit, delimiter, decimal));
        assert.deepEqual(read.get('wind.energy')?.value, value, `${unit} ${delimiter} ${decimal}`);
      }
    }
  }
  await assert.rejects(
    energies(table('TWh', ',', ',')),
    /line 4: expected "GWh" in the lines above the table/,
  );
});

test('months, years and missing technologies are refused, with the row and what was expected', async () => {
  const table = (times: string[], names = TECHNOLOGIES) => [
    ...TITLE,
    'Magnitudes,GWh',
    ['Fecha', ...times].join(','),
    ...names.map((name) => [name, ...times.map(() => '7')].join(',')),
  ];
  await assert.rejects(
    energies(table(['1-2024', '2-2024'])),
    /column "Fecha": expected a date such as .*"1-2024"/,
  );
  await assert.rejects(energies(table(['2023', '2024'])), /column "Fecha": expected a date such as .*"2023"/);
  await assert.rejects(
    energies(table(['01/01/2024', '02/01/2024'], TECHNOLOGIES.slice(1))),
    /expected rows called "Hidráulica" below the times, found only "Nuclear"/,
  );
  await assert.rejects(
    energies(table(['01/01/2024', '02/01/2024'], [...TECHNOLOGIES, 'Nuclear'])),
    /expected "Nuclear" only once/,
  );
  await assert.rejects(energies(['Fecha,total', 'x,7']), /expected a row of times as the names of columns/);
});

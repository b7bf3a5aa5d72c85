import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticPanel } from '../../test/synthetic-panel.ts';
import { createChampion } from '../pipelines/champion.ts';
import { createEnsemble } from './weighted-mean.ts';
import type { Forecaster } from './forecaster.ts';
import { createLear } from './lear.ts';
import { InsufficientHistoryError } from './insufficient-history-error.ts';

const PANEL = syntheticPanel(60);

function constant(price: number, minHistoryDays: number): Forecaster {
  return {
    name: String(price),
    minHistoryDays,
    fit: (_, target) => {
      if (target < minHistoryDays)
        throw new InsufficientHistoryError(`${price} needs ${minHistoryDays} days.`);
      return price;
    },
    predict: (fitted, { slotsPerDay }) => new Float64Array(slotsPerDay).fill(Number(fitted)),
  };
}

test('the forecast is the weighted mean of the members', () => {
  const ensemble = createEnsemble('pair', [
    { forecaster: constant(10, 5), weight: 1 },
    { forecaster: constant(50, 5), weight: 3 },
  ]);
  assert.deepEqual([...ensemble.predict(ensemble.fit(PANEL, 20), PANEL, 20)], [40, 40, 40, 40]);
});

test('a member without enough history leaves its weight to the others; none at all is an error', () => {
  const ensemble = createEnsemble('pair', [
    { forecaster: constant(10, 5), weight: 1 },
    { forecaster: constant(50, 30), weight: 3 },
  ]);
  assert.equal(ensemble.minHistoryDays, 5);
  assert.equal(ensemble.predict(ensemble.fit(PANEL, 20), PANEL, 20)[0], 10);
  assert.throws(() => ensemble.fit(PANEL, 2), InsufficientHistoryError);
});

test('its members are those of its members, and the combined forecast stands in for one that could not be fitted', () => {
  const lear = createLear({ windows: [28, 42] });
  const ensemble = createEnsemble('trio', [
    { forecaster: constant(10, 5), weight: 1 },
    { forecaster: lear, weight: 3 },
    { forecaster: constant(50, 55), weight: 3 },
  ]);
  assert.equal(ensemble.memberCount, 4);
  const membersAt = (target: number) => ensemble.predictMembers?.(ensemble.fit(PANEL, target), PANEL, target);
  const [tenth, fiftieth] = [10, 50].map(membersAt);
  assert.deepEqual(
    tenth?.members.map((member) => member[0]),
    [10, 10, 10, 10],
  );
  const windows = lear.predictMembers?.(lear.fit(PANEL, 50), PANEL, 50);
  assert.deepEqual(fiftieth?.members.slice(1, 3), windows?.members);
  assert.deepEqual(fiftieth?.members[3], fiftieth?.combined);
  assert.deepEqual(fiftieth?.combined, ensemble.predict(ensemble.fit(PANEL, 50), PANEL, 50));
});

test('weights that are not above 0 are refused', () => {
  assert.throws(() => createEnsemble('none', []), RangeError);
  assert.throws(() => createEnsemble('zero', [{ forecaster: constant(1, 1), weight: 0 }]), RangeError);
});

test('the champion fits, forecasts and survives JSON', () => {
  const champion = createChampion();
  const fitted = champion.fit(PANEL, 50);
  const copy: typeof fitted = JSON.parse(JSON.stringify(fitted));
  const forecast = champion.predict(copy, PANEL, 50);
  assert.deepEqual(forecast, champion.predict(fitted, PANEL, 50));
  assert.ok(forecast.every(Number.isFinite));
});

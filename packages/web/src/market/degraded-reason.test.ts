import assert from 'node:assert/strict';
import { test } from 'node:test';
import { degradedReason } from './degraded-reason.ts';

test('a known reason is said in Spanish with what it speaks of, another as the service says it', () => {
  const reason = 'the bounds rest on forecasts of the last 21 days; 182 are wanted';
  assert.equal(degradedReason(reason, 'en'), reason);
  assert.equal(
    degradedReason(reason, 'es'),
    'los límites se apoyan en pronósticos de los últimos 21 días; se quieren 182',
  );
  assert.equal(
    degradedReason('load.forecast of 2026-11-22 is not available yet', 'es'),
    'load.forecast del 2026-11-22 aún no está disponible',
  );
  assert.equal(
    degradedReason(
      "wind.forecast of 2026-11-22 is not available yet; the service's own forecast stands in",
      'es',
    ),
    'wind.forecast del 2026-11-22 aún no está disponible; lo sustituye el pronóstico propio del servicio',
  );
  assert.equal(degradedReason('a reason of tomorrow', 'es'), 'a reason of tomorrow');
});
